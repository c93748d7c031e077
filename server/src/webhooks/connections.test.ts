import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { openReceiver } from '../../test/receiver.ts';
import { waitFor } from '../launch/wait-for.ts';
import { Connections } from './connections.ts';

const patience = { timeoutMs: 5_000 };
const headers = { 'content-type': 'application/json' };

test('a connection carries one request at a time, and is reused for its origin', async (t) => {
  const sockets = new Set<Socket>();
  let together = 0;
  const receiver = await openReceiver(t, ({ socket }, response) => {
    sockets.add(socket);
    together += 1;
    // The first two are answered once both have arrived.
    void waitFor(() => together >= 2 || undefined, patience).then(() => response.end());
  });
  const { origin, pathname: path } = new URL(receiver.url);
  const connections = new Connections({});
  const post = () => connections.exchange({ origin, path, headers, body: '{}' }, 5_000);
  await Promise.all([post(), post()]);
  assert.equal(sockets.size, 2);
  for (let sent = 0; sent < 3; sent += 1) assert.equal((await post()).status, 200);
  assert.equal(sockets.size, 2);
});

test('a connection closed by its receiver, idle or in use, is replaced by a new one', async (t) => {
  const sockets: Socket[] = [];
  const receiver = await openReceiver(t, ({ socket, url }, response) => {
    sockets.push(socket);
    if (url === '/cut') socket.destroy();
    else response.end();
  });
  const { origin } = new URL(receiver.url);
  const connections = new Connections({});
  const post = (path: string) => connections.exchange({ origin, path, headers, body: '{}' }, 5_000);
  assert.equal((await post('/')).status, 200);
  const [idle] = sockets;
  idle?.end();
  await waitFor(() => idle?.destroyed === true || undefined, patience);
  assert.equal((await post('/')).status, 200);
  assert.equal((await post('/cut')).status, null);
  assert.equal((await post('/')).status, 200);
  assert.equal(new Set(sockets).size, 3);
});
