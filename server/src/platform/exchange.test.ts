import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { Agent } from 'undici';
import { listen } from '../../test/listen.ts';
import { exchange } from './exchange.ts';

async function openRaw(t: TestContext, speak: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => speak(socket));
  });
  t.after(() => server.close());
  return `http://127.0.0.1:${String(await listen(server))}`;
}

test('informational responses are skipped, and an endless series of them is an error', async (t) => {
  const announcement = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
  const agent = new Agent();
  t.after(() => agent.destroy());
  const ask = (origin: string) =>
    exchange(agent, {
      method: 'GET',
      origin,
      path: '/',
      headers: [],
      body: null,
      maxBytes: 1_000,
      timeoutMs: 10_000,
    });
  const patient = await openRaw(t, (socket) => {
    socket.end(`${announcement.repeat(2)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi`);
  });
  const { status, text } = await ask(patient);
  assert.deepEqual([status, text], [200, 'hi']);
  const endless = await openRaw(t, (socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(announcement.repeat(100)));
    };
    socket.on('drain', more);
    more();
  });
  await assert.rejects(ask(endless), /announced without end/);
});
