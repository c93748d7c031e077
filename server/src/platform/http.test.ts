import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { pino } from 'pino';
import { exchange, refusalOf, say } from '../../test/contract/requests.ts';
import { whenClosed } from '../../test/when-closed.ts';
import { openHttp, passEmptyBodies, within } from './http.ts';

/** A server that accepts a body, and what it logs above `info`. */
async function openServer(t: TestContext) {
  const complaints: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void complaints.push(line) });
  const http = openHttp(log, (routes) => {
    routes.post('/taken', async () => ({ fine: true }));
    routes.get('/alive', async () => ({ fine: true }));
    routes.get('/named/:name/:part', async () => ({ fine: true }));
    routes.get('/pages/api/:id', async () => ({ fine: true }));
    routes.get('/pages/*', { config: { except: '/pages/api' } }, async () => ({ fine: true }));
    within(routes, '/any', (inner) => {
      passEmptyBodies(inner);
      const config = { optionalBody: true };
      inner.post('/taken', { config }, async ({ body }) => ({ body }));
    });
  });
  t.after(() => http.close());
  const { port } = new URL(await http.listen({ port: 0 }));
  const connections = (): Promise<number> =>
    new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count)));
  return { port: Number(port), complaints, connections };
}

test('a client that disconnects in the middle of a body is not logged as an error', async (t) => {
  const { port, complaints } = await openServer(t);
  for (const end of ['end', 'resetAndDestroy'] as const) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    const head = 'POST /taken HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    await new Promise((sent) => socket.write(`${head}Content-Length: 100\r\n\r\n{"a`, sent));
    // A later request has been answered, so the server has the first half of the other one by now.
    assert.equal((await fetch(`http://127.0.0.1:${String(port)}/alive`)).status, 200);
    const gone = whenClosed(socket);
    socket[end]();
    socket.resume();
    await gone;
  }
  assert.equal((await fetch(`http://127.0.0.1:${String(port)}/alive`)).status, 200);
  assert.deepEqual(complaints, []);
});

test('a CONNECT request neither crashes the process when reset nor keeps its connection open', async (t) => {
  const { port, connections } = await openServer(t);
  const ask = 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n';
  for (const before of ['', 'GET /alive HTTP/1.1\r\nHost: x\r\n\r\n']) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(before + ask, () => socket.resetAndDestroy());
    await whenClosed(socket);
  }
  // This client never closes its own half.
  const stays = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  stays.on('error', () => undefined);
  t.after(() => stays.destroy());
  stays.write(ask);
  assert.match(await text(stays), /^HTTP\/1\.1 404 /);
  while ((await connections()) > 0) await pause(10);
  assert.equal((await fetch(`http://127.0.0.1:${String(port)}/alive`)).status, 200);
});

test('an absolute URL with an invalid host gets 404, and the server goes on', async (t) => {
  const { port } = await openServer(t);
  const url = `http://127.0.0.1:${String(port)}`;
  for (const address of [
    'http://x%zz',
    'http://%zz/alive',
    'http://x:99999/alive',
    'http://[::1/alive',
    'http:///alive',
    'http://x/alive#here',
    'https://x/%zz#%zz',
  ]) {
    const answer = await exchange(url, `GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.equal(refusalOf(answer), '404 not_found', address);
  }
  assert.equal((await fetch(`${url}/alive`)).status, 200);
});

test('an id that is too long is unknown even where pages answer whatever else is asked', async (t) => {
  const { port } = await openServer(t);
  const ask = async (length: number, method: string) => {
    const id = 'a'.repeat(length);
    const answer = await fetch(`http://127.0.0.1:${String(port)}/pages/api/${id}`, { method });
    return [answer.status, answer.headers.get('allow')];
  };
  assert.deepEqual(await ask(128, 'GET'), [200, null]);
  for (const length of [129, 300]) {
    assert.deepEqual(await ask(length, 'GET'), [404, null]);
    assert.deepEqual(await ask(length, 'HEAD'), [404, null]);
    assert.deepEqual(await ask(length, 'POST'), [405, 'GET, HEAD']);
  }
});

test('any request target gets a 2xx or 4xx response, and nothing is logged as an error', async (t) => {
  const { port, complaints } = await openServer(t);
  const url = `http://127.0.0.1:${String(port)}`;
  const names = ['alive', `/named/${'a'.repeat(200)}`, '%', '%2', '%zz', '%25', '%ff', '[', ':9'];
  const pieces = fc.constantFrom('/', '//', 'http://', '?', '#', ...names);
  const addresses = fc.array(pieces, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(addresses, async (parts) => {
      const ask = `GET ${parts.join('')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      assert.match(await say(url, ask), /^HTTP\/1\.1 [24]/);
    }),
    { numRuns: 500 },
  );
  assert.deepEqual(complaints, []);
});

test('a content type without a body counts as an empty body', async (t) => {
  const { port } = await openServer(t);
  const answerTo = async (path: string, type: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n`);
    socket.write('Connection: close\r\n\r\n');
    return text(socket);
  };
  assert.match(await answerTo('/taken', 'application/json'), /^HTTP\/1\.1 400 /);
  assert.match(await answerTo('/taken', 'text/plain'), /^HTTP\/1\.1 415 /);
  assert.match(await answerTo('/any/taken', 'application/json'), /^HTTP\/1\.1 200 .*"body":\{\}/s);
  assert.match(await answerTo('/any/taken', 'text/plain'), /^HTTP\/1\.1 200 .*"body":\{\}/s);
});

test('a request with no Host header or several is refused', async (t) => {
  const { port } = await openServer(t);
  const statusOf = async (version: string, ...hosts: string[]): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    const lines = [`GET /alive HTTP/${version}`, ...hosts, 'Connection: close', '', ''];
    socket.end(lines.join('\r\n'));
    return (await text(socket)).split(' ')[1] ?? '';
  };
  assert.equal(await statusOf('1.1', 'Host: a'), '200');
  assert.equal(await statusOf('1.1'), '400');
  assert.equal(await statusOf('1.0'), '200');
  for (const version of ['1.0', '1.1']) {
    assert.equal(await statusOf(version, 'Host: a', 'hOST: b'), '400');
    assert.equal(await statusOf(version, 'Host: a', 'Via: b', 'Host: a'), '400');
  }
});
