import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { listen } from '../listen.ts';
import { leave } from './leave.ts';

test('a gateway that cuts the connection first is no failure', async (t) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy());
  });
  const port = await listen(server);
  t.after(() => server.close());
  await leave(`http://127.0.0.1:${String(port)}`, {
    method: 'POST',
    target: '/v1/api/deposit',
    headers: {},
    body: 'x'.repeat(100_000),
    leavesAfterMs: 50,
    times: 100,
  });
  assert.equal(connections, 1);
});
