import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { listen } from '../../test/listen.ts';
import { until } from '../../test/receiver.ts';
import { hijackReply } from './hijack-reply.ts';
import { type Http, openHttp } from './http.ts';
import { serializePipelined } from './serialize-pipelined.ts';

async function openServer(t: TestContext, register: (http: Http) => void) {
  const http = openHttp(pino({ level: 'silent' }), register);
  t.after(() => {
    http.server.closeAllConnections();
    return http.close();
  });
  return http.listen({ host: '127.0.0.1', port: 0 });
}

/** Sends all bytes in one piece. */
async function send(t: TestContext, url: string, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('pipelined requests are handled one at a time, in order', async (t) => {
  let [underWay, most] = [0, 0];
  const url = await openServer(t, (http) => {
    http.get('/:n', async ({ params }) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await pause(1);
      underWay -= 1;
      return params;
    });
  });
  const asked = Array.from({ length: 100 }, (_, n) => String(n));
  const socket = await send(t, url, asked.map((n) => get(`/${n}`)).join(''));
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  const answered = () => [...received.matchAll(/\{"n":"(\d+)"\}/g)].map(([, n]) => n);
  await until(async () => answered().length === asked.length);
  assert.deepEqual(answered(), asked);
  assert.equal(most, 1);
});

for (const [name, bytes, event, status] of [
  ['bytes that are not HTTP are', 'GARBAGE\r\n\r\n', 'clientError', 400],
  [
    'a request with a broken body is',
    'POST /1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    'clientError',
    400,
  ],
  ['a request to CONNECT is', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 'connect', 404],
] as const) {
  test(`${name} refused after the answer to the request before, not in its place`, async (t) => {
    const url = await openServer(t, (http) => {
      http.get('/slow', async () => {
        await once(http.server, event);
        return { done: true };
      });
      http.post('/:n', async ({ params }) => params);
    });
    const socket = await send(t, url, get('/slow') + bytes);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    const seen = received.match(/HTTP\/1\.1 \d+|"done":true/g);
    assert.deepEqual(seen, ['HTTP/1.1 200', '"done":true', `HTTP/1.1 ${String(status)}`]);
  });
}

test('async context, such as a trace, is not carried over to the next pipelined request', async (t) => {
  const carried = new AsyncLocalStorage<string>();
  const url = await openServer(t, (http) => {
    http.get('/:n', async ({ params }) => {
      const before = carried.getStore() ?? 'nothing';
      carried.enterWith('something');
      await pause(1);
      return { ...Object(params), before };
    });
  });
  const socket = await send(t, url, [1, 2, 3].map((n) => get(`/${String(n)}`)).join(''));
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  await until(async () => received.includes('"n":"3"'));
  assert.equal(received.split('"before":"nothing"').length, 4, received);
});

test('a thousand requests pipelined in one packet do not hold up other clients', async (t) => {
  let done = 0;
  const url = await openServer(t, (http) => {
    http.get('/dear', async () => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      done += 1;
      return {};
    });
    http.get('/alive', async () => ({}));
  });
  await fetch(`${url}/alive`);
  const socket = await send(t, url, get('/dear').repeat(1_000));
  await once(socket, 'data');
  assert.equal((await fetch(`${url}/alive`)).status, 200);
  assert.ok(done < 500, `${String(done)} were handled before the request of another client`);
});

test('no more is read from a connection on which a hundred requests are waiting', async (t) => {
  let [arrived, done, most] = [0, 0, 0];
  const server = createServer((_request, answer) => {
    done += 1;
    answer.end('.');
  });
  serializePipelined(server);
  server.prependListener('request', () => {
    arrived += 1;
    most = Math.max(most, arrived - done);
  });
  t.after(() => server.close());
  const port = await listen(server);
  const sent = 2_000;
  const large = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(2_000)}\r\n\r\n`;
  const socket = await send(t, `http://127.0.0.1:${String(port)}`, large.repeat(sent));
  socket.resume();
  await until(async () => done === sent);
  assert.ok(most < 200, String(most));
});

test('what waits on all connections is limited, by closing those with too much of it', async (t) => {
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  const server = createServer((_request, answer) => void gate.promise.then(() => answer.end('.')));
  serializePipelined(server, { ofConnection: 10, all: 49 });
  server.prependListener('request', () => (arrived += 1));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${String(await listen(server))}`;
  const kept: (readonly [Socket, number])[] = [];
  const keep = async (count: number): Promise<void> => {
    const before = arrived;
    kept.push([await send(t, url, get('/').repeat(count)), count]);
    await until(async () => arrived === before + count);
  };
  for (const count of [6, 16, 16]) await keep(count);
  const refused = await send(t, url, get('/').repeat(16));
  await until(async () => refused.resume().closed);
  // What waited on it counts no more.
  await keep(14);
  gate.resolve();
  for (const [socket, expected] of kept) {
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk)));
    await until(async () => received.split('HTTP/1.1 200').length === expected + 1);
  }
});

test('no pipelined request is started for a client that has disconnected', async (t) => {
  let [begun, gone] = [0, 0];
  const url = await openServer(t, (http) => {
    http.get('/stream', (_request, reply) => {
      begun += 1;
      hijackReply(reply, {})
        .once('close', () => (gone += 1))
        .write('.');
    });
  });
  for (const last of ['', 'CONNECT x:1 HTTP/1.1\r\n\r\n']) {
    const before = gone;
    const socket = await send(t, url, get('/stream').repeat(3) + last);
    await once(socket, 'data');
    socket.resetAndDestroy();
    await until(async () => gone > before);
    assert.equal((await fetch(`${url}/nothing`)).status, 404);
    assert.deepEqual([begun, gone], [before + 1, before + 1]);
  }
});

test('what follows a request to upgrade is lost, so the connection closes for it to be repeated', async (t) => {
  const url = await openServer(t, (http) => {
    http.get('/:n', async ({ params }) => params);
  });
  const asking = (connection: string): string =>
    `GET /1 HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: ${connection}\r\n\r\n`;
  for (const connection of ['Upgrade', 'keep-alive, upgrade', 'Upgrade, HTTP2-Settings']) {
    const socket = await send(t, url, get('/0') + asking(connection) + get('/2'));
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    const answered = [...received.matchAll(/connection: (\S+)|"n":"(\d)"/gi)];
    const seen = answered.map(([, kept, n]) => kept ?? n);
    assert.deepEqual(seen, ['keep-alive', '0', 'close', '1'], connection);
  }
  // Without that option, `Upgrade` means nothing to Node.
  const socket = await send(t, url, asking('keep-alive') + get('/2'));
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  await until(async () => received.includes('"n":"2"'));
});
