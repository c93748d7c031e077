import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { openHttp } from '../platform/http.ts';
import { limitVisitors } from './limit-visitors.ts';

/** Sends a request and resets the connection while the serving thread is blocked. */
const LEAVER = `
const { workerData: { port, seen } } = require('node:worker_threads');
const socket = require('node:net').connect(port, '127.0.0.1', () => {
  socket.write('GET /shown HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', () => socket.resetAndDestroy());
});
socket.on('error', () => undefined);
socket.on('close', () => Atomics.notify(seen, 0, Atomics.add(seen, 0, 1) + 1));
`;

test('a request whose client has disconnected is neither handled nor logged as an error', async (t) => {
  const complaints: string[] = [];
  let shown = 0;
  const log = pino({ level: 'warn' }, { write: (line: string) => void complaints.push(line) });
  const http = openHttp(log, (routes) => {
    limitVisitors(routes, { views: RATE, orders: RATE });
    routes.get('/shown', async ({ headers }) => {
      if (headers['x-stays'] === undefined) shown += 1;
      return { fine: true };
    });
  });
  t.after(() => http.close());
  const url = new URL(await http.listen({ host: '127.0.0.1', port: 0 }));
  const seen = new Int32Array(new SharedArrayBuffer(4));
  const leaver = new Worker(LEAVER, { eval: true, workerData: { port: Number(url.port), seen } });
  const gone = once(leaver, 'exit');
  await once(leaver, 'online');
  assert.notEqual(Atomics.wait(seen, 0, 0, 10_000), 'timed-out');
  await gone;
  const answer = await fetch(new URL('/shown', url), { headers: { 'x-stays': '1' } });
  assert.equal(answer.status, 200);
  assert.equal(shown, 0);
  assert.deepEqual(complaints, []);
});

const RATE = { perSecond: 100, burst: 100 };
