import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { connect } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openApi } from '../../src/api.ts';
import { cutSlowReaders } from '../../src/platform/cut-slow-readers.ts';
import { openHttp } from '../../src/platform/http.ts';
import { openGateway } from '../gateway.ts';
import { until } from '../receiver.ts';
import { whenClosed } from '../when-closed.ts';
import { exchange, refusalOf, send } from './requests.ts';
import { openTenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });
const { key } = await openTenant(gateway);

/** The same API with a fraction of the time that strangers get. */
async function openImpatient(t: TestContext) {
  const http = openApi(gateway.app);
  Object.assign(http.server, {
    headersTimeout: 3_000,
    requestTimeout: 4_000,
    timeout: 4_000,
    keepAliveTimeout: 1_000,
    connectionsCheckingInterval: 500,
  });
  t.after(() => {
    http.server.closeAllConnections();
    return http.close();
  });
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  const connections = (): Promise<number> =>
    new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count)));
  return { url, connections };
}

/** Many slow connections of each kind, from a separate process. */
async function openCrowd(scope: TestContext, url: string, each: number) {
  const script = join(import.meta.dirname, '../slow-crowd.ts');
  const child = spawn(process.execPath, [script, new URL(url).port, String(each), key], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  scope.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  const cut = (kind: string): number => said.split(`cut ${kind}\n`).length - 1;
  await until(() => said.includes('open\n'), 10_000);
  return { cut };
}

/** How long each of another client's sequential requests takes. */
async function timesOf(url: string, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/v1/api/fees`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(response.status, 200);
    await response.text();
    times.push(performance.now() - startedAt);
    await pause(5);
  }
  return times.sort((one, other) => one - other);
}

const medianOf = (times: readonly number[]): number =>
  times[Math.floor(times.length / 2)] ?? Infinity;

test('a thousand slow connections delay no other client, are cut at the limits, and cost little memory', async (t) => {
  const { url, connections } = await openImpatient(t);
  const alone = await timesOf(url, 1_000);
  const memoryBefore = process.memoryUsage().rss;
  const each = 334;
  const crowd = await openCrowd(t, url, each);
  // While they are all being opened, requests may be shed.
  await until(async () => (await send(url, 'GET', '/v1/api/fees', { key })).status === 200);
  // The best of three seconds: another process on this machine may take one of them.
  const seconds = [await timesOf(url, 1_000), await timesOf(url, 1_000), await timesOf(url, 1_000)];
  const among = Math.min(...seconds.map(medianOf));
  const grownMiB = (process.memoryUsage().rss - memoryBefore) / 2 ** 20;
  t.diagnostic(
    `median ${medianOf(alone).toFixed(1)} ms alone, ${among.toFixed(1)} ms among them; ` +
      `${grownMiB.toFixed(0)} MiB`,
  );
  assert.ok(among < 5 * medianOf(alone) + 50, `${among.toFixed(1)} ms`);
  assert.ok(grownMiB < 250, `${grownMiB.toFixed(0)} MiB`);
  for (const kind of ['headers', 'bodies']) {
    await until(() => crowd.cut(kind) === each, 12_000);
  }
  // A reader that reads nothing notices nothing either; all but our own client are gone.
  await until(async () => (await connections()) <= 2, 12_000);
});

test('a response read in a steady trickle is cut off', async (t) => {
  const http = openHttp(pino({ level: 'silent' }), (routes) => {
    cutSlowReaders(routes, 500);
    routes.get('/long', async () => 'a'.repeat(20_000_000));
  });
  t.after(() => http.close());
  const { port } = new URL(await http.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();
  const isOpen = (): Promise<boolean> =>
    new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count > 0)));
  await until(isOpen);
  let read = 0;
  await until(async () => {
    read += (socket.read(1_000) as Buffer | null)?.length ?? 0;
    return !(await isOpen());
  });
  socket.destroy();
  assert.ok(read >= 1_000 && read < 1_000_000, String(read));
});

test('a connection idle after a response, or between two, is kept', async (t) => {
  const http = openHttp(pino({ level: 'silent' }), (routes) => {
    cutSlowReaders(routes, 200);
    routes.get('/short', async () => 'a');
  });
  t.after(() => http.close());
  const { port } = new URL(await http.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  t.after(() => socket.destroy());
  let answered = 0;
  socket.on('data', (part) => (answered += part.toString().split('200 OK').length - 1));
  const ask = 'GET /short HTTP/1.1\r\nHost: x\r\n\r\n';
  for (const asked of [1, 2]) {
    socket.write(ask + ask);
    await until(() => answered === 2 * asked);
    await pause(600);
  }
  assert.equal(socket.closed, false);
});

describe('the framing of a body', { concurrency: true }, () => {
  const { url } = gateway;
  const HEAD =
    `POST /v1/api/wallets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
    'Content-Type: application/json\r\n';
  const refused: Readonly<Record<string, readonly [bytes: string, refusal: string]>> = {
    'a length that is not a number': ['Content-Length: 2x\r\n\r\n{}', '400 invalid_request'],
    'an enormous length': [`Content-Length: ${'9'.repeat(30)}\r\n\r\n{}`, '400 invalid_request'],
    'a length over the limit': ['Content-Length: 65537\r\n\r\n', '413 payload_too_large'],
    'chunks over the limit': [
      `Transfer-Encoding: chunked\r\n\r\n10001\r\n${'a'.repeat(0x10001)}\r\n0\r\n\r\n`,
      '413 payload_too_large',
    ],
    'a chunk longer than declared': [
      'Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx\r\n0\r\n\r\n',
      '400 invalid_request',
    ],
    'a chunk of negative length': [
      'Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n',
      '400 invalid_request',
    ],
    'an enormous chunk length': [
      `Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(30)}\r\n{}\r\n`,
      '400 invalid_request',
    ],
    'chunked twice': [
      'Transfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      '400 invalid_request',
    ],
    'chunked, but not last': [
      'Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      '400 invalid_request',
    ],
    'a chunk with an endless extension': [
      `Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`,
      '400 invalid_request',
    ],
  };
  for (const [name, [bytes, refusal]] of Object.entries(refused)) {
    test(`${name} is refused`, async () => {
      assert.equal(refusalOf(await exchange(url, HEAD + bytes)), refusal);
    });
  }

  test('what is longer than the declared body is refused after the answer to that', async () => {
    const errors = await errorsOf(url, `${HEAD}Content-Length: 2\r\n\r\n{}{"more":1}`);
    assert.deepEqual(errors, ['invalid_liquid_address', 'invalid_request']);
  });

  test('a body in valid chunks is accepted', async () => {
    const chunked = 'Transfer-Encoding: chunked\r\n\r\n1;a=b\r\n{\r\n1\r\n}\r\n0\r\nX-T: 1\r\n\r\n';
    assert.equal(refusalOf(await exchange(url, HEAD + chunked)), '400 invalid_liquid_address');
  });

  test('a body that ends early does not affect other requests', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const closed = whenClosed(socket);
    socket.end(`${HEAD}Content-Length: 20\r\n\r\n{"liquidAddress`).resume();
    await closed;
    assert.equal((await send(url, 'GET', '/v1/api/fees', { key })).status, 200);
  });
});

/** The errors that are answered to these bytes until the connection is closed. */
async function errorsOf(url: string, bytes: string): Promise<(string | undefined)[]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes);
  let said = '';
  for await (const chunk of socket) said += String(chunk);
  return [...said.matchAll(/"error":"(\w+)"/g)].map(([, code]) => code);
}
