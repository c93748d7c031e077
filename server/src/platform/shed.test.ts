import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn, setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { until } from '../../test/receiver.ts';
import { whenClosed } from '../../test/when-closed.ts';
import { oldSpaceLimit, usedOldSpace } from './heap.ts';
import { type Http, openHttp } from './http.ts';
import { type Load, shedLoad } from './shed.ts';

interface Server {
  readonly http: Http;
  readonly load: Load;
  readonly port: number;
  /** How many requests load shedding let through, and how many reached `/work` or `/keeps`. */
  readonly seen: { guarded: number; handled: number };
  /** Lets the waiting request be answered. */
  readonly release: () => void;
}

async function openServer(t: TestContext, limits: Parameters<typeof shedLoad>[2]): Promise<Server> {
  const seen = { guarded: 0, handled: 0 };
  const loads: Load[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const http = openHttp(pino({ level: 'silent' }), (routes) => {
    loads.push(shedLoad(routes, /^\/alive$/, { startingMs: 0, ...limits }));
    routes.addHook('onRequest', async () => {
      seen.guarded += 1;
    });
    routes.get('/alive', async () => ({ fine: true }));
    routes.get('/work', async () => {
      seen.handled += 1;
      return { fine: true };
    });
    routes.post('/keeps', async () => {
      seen.handled += 1;
      await released;
      return { fine: true };
    });
    routes.get('/waits', async () => {
      await released;
      return { fine: true };
    });
  });
  t.after(() => {
    release();
    return http.close();
  });
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  const [load] = loads;
  assert.ok(load);
  return { http, load, port: Number(new URL(url).port), seen, release };
}

/** Keeps the processor busy for the given time without a break. */
function block(ms: number): void {
  const before = process.cpuUsage();
  for (let worked = 0; worked < ms;) {
    const { user, system } = process.cpuUsage(before);
    worked = (user + system) / 1_000;
  }
}

const statusOf = async ({ http }: Server, url = '/work'): Promise<number> =>
  (await http.inject({ method: 'GET', url })).statusCode;

test('an overloaded event loop sheds requests before they are handled, and recovers', async (t) => {
  const server = await openServer(t, { latenessMs: 50, everyMs: 10 });
  assert.equal(await statusOf(server), 200);
  const deadline = performance.now() + 10_000;
  while (!server.load.isTooMuch()) {
    assert.ok(performance.now() < deadline, 'the overload was never detected');
    block(120);
    await turn();
  }
  const before = { ...server.seen };
  const shed = await server.http.inject({ method: 'GET', url: '/work' });
  assert.equal(shed.statusCode, 503);
  assert.equal(shed.json<{ error: string }>().error, 'unavailable');
  assert.equal(shed.headers['retry-after'], '1');
  assert.ok(shed.headers['x-request-id']);
  assert.deepEqual(server.seen, before);
  assert.equal(await statusOf(server, '/alive'), 200);
  await until(() => !server.load.isTooMuch());
  assert.equal(await statusOf(server), 200);
});

test('a process that was paused sheds nothing', async (t) => {
  const server = await openServer(t, { latenessMs: 50, everyMs: 10 });
  for (let stall = 0; stall < 5; stall += 1) {
    // The thread is blocked, as when the machine sleeps or others have its processors.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
    await setTimeout(15);
    assert.equal(await statusOf(server), 200);
  }
});

test('an event loop with frequent short stalls sheds nothing', async (t) => {
  const server = await openServer(t, { latenessMs: 1_000, everyMs: 10 });
  for (let stall = 0; stall < 10; stall += 1) {
    block(50);
    await turn();
    assert.equal(await statusOf(server), 200);
  }
});

test('a process whose heap is nearly full sheds requests', async (t) => {
  const server = await openServer(t, { heapShare: 0.001, everyMs: 20 });
  await until(async () => (await statusOf(server)) === 503);
  assert.equal(await statusOf(server, '/alive'), 200);
});

test('bodies that together would fill the heap are refused before the heap is full', async (t) => {
  const mostBytes = usedOldSpace() + 16 * 1_024 * 1_024;
  const heapShare = mostBytes / oldSpaceLimit({});
  const server = await openServer(t, { heapShare, everyMs: 20, startingMs: 60_000 });
  const url = `http://127.0.0.1:${String(server.port)}`;
  const body = JSON.stringify({ text: 'x'.repeat(60_000) });
  const headers = { 'content-type': 'application/json' };
  const post = async (): Promise<number> =>
    (await fetch(`${url}/keeps`, { method: 'POST', headers, body })).status;
  // Not all of them fit, however much of what the heap holds now is collected meanwhile.
  const length = Math.ceil(mostBytes / (4 * body.length)) + 20;
  // All in one go: the heap is not looked at in between.
  let answered = 0;
  const answers = Array.from({ length }, () => post().finally(() => (answered += 1)));
  await until(() => answered + server.seen.handled === length);
  assert.ok(server.seen.handled > 0 && answered > 0, String(answered));
  assert.equal((await fetch(`${url}/work`)).status, 200);
  server.release();
  const statuses = await Promise.all(answers);
  assert.deepEqual([...new Set(statuses)].sort(), [200, 503]);
  await until(async () => (await post()) === 200);
});

test('a process that cannot open another file goes on serving', async (t) => {
  t.mock.method(process, 'memoryUsage', () => {
    throw new Error('EMFILE: too many open files, uv_resident_set_memory');
  });
  const server = await openServer(t, { everyMs: 5 });
  await setTimeout(50);
  assert.equal(await statusOf(server), 200);
});

/** What a connection receives that asks once before the stop and once more after it has begun. */
async function askAcrossStop(server: Server): Promise<string> {
  let requests = 0;
  server.http.server.on('request', () => (requests += 1));
  const socket = connect(server.port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.write('GET /waits HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => requests === 1);
  const closed = server.http.close();
  await turn();
  // Answers of one connection keep their order, so this one waits for the first.
  socket.write('GET /work HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => requests === 2);
  server.release();
  await Promise.all([once(socket, 'close'), closed]);
  return received;
}

test('a request in flight at shutdown is answered, and its connection is closed', async (t) => {
  const server = await openServer(t, {});
  const closing = once(server.http.server, 'close');
  const answer = fetch(`http://127.0.0.1:${String(server.port)}/waits`);
  await until(() => server.seen.guarded === 1);
  const closed = server.http.close();
  await turn();
  server.release();
  const { status, headers } = await answer;
  assert.deepEqual([status, headers.get('connection')], [200, 'close']);
  await Promise.all([closed, closing]);
});

test('a request that arrives on an open connection just after shutdown begins is answered too', async (t) => {
  const server = await openServer(t, {});
  const received = await askAcrossStop(server);
  assert.equal(received.match(/HTTP\/1\.1 200 OK/g)?.length, 2, received);
  assert.equal(server.seen.handled, 1);
});

test('during shutdown, late requests get 503 and those in flight are answered', async (t) => {
  const server = await openServer(t, { lastCallMs: 0 });
  const [first = '', second = ''] = (await askAcrossStop(server)).split(/(?=HTTP\/1\.1 503)/);
  assert.match(first, /^HTTP\/1\.1 200 OK/);
  assert.match(first, /\{"fine":true\}/);
  assert.match(second, /^HTTP\/1\.1 503 Service Unavailable/);
  assert.match(second, /connection: close/i);
  assert.match(second, /"error":"unavailable"/);
  assert.equal(server.seen.handled, 0);
});

test('a request that trickles in forever does not block the shutdown', async (t) => {
  const server = await openServer(t, { stoppingMs: 200 });
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  const dripping = setInterval(() => socket.write('a'), 20);
  const gone = whenClosed(socket);
  t.after(() => clearInterval(dripping));
  socket.write('GET /work HTTP/1.1\r\nHost: x\r\nX-A: ');
  await once(server.http.server, 'connection');
  await Promise.all([server.http.close(), gone]);
});

test('a connection without any request does not block the shutdown', async (t) => {
  const server = await openServer(t, {});
  // Browsers open such connections in advance.
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  t.after(() => socket.destroy());
  await once(server.http.server, 'connection');
  const startedAt = performance.now();
  await server.http.close();
  // Connections that have to be cut are given 25 seconds.
  assert.ok(performance.now() - startedAt < 5_000);
});
