import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { pino } from 'pino';
import { listen } from '../../test/listen.ts';
import { openHttp } from '../platform/http.ts';
import { registerReceiptRoute } from './receipt-route.ts';

const ID = '0'.repeat(32);

async function statusAt(sandboxUrl: string | undefined, id = ID): Promise<number> {
  const http = openHttp(pino({ level: 'silent' }), (routes) =>
    registerReceiptRoute(routes, sandboxUrl),
  );
  return (await http.inject({ url: `/sandbox/receipts/${id}` })).statusCode;
}

test('a receipt is unavailable while the sandbox fails or is unreachable, and missing without one', async (t) => {
  let reached = 0;
  const sandbox = createServer((_request, response) => {
    reached += 1;
    response.writeHead(500).end('<p>secret</p>');
  });
  t.after(() => sandbox.close());
  const url = `http://127.0.0.1:${String(await listen(sandbox))}`;
  assert.equal(await statusAt(url), 503);
  assert.equal(reached, 1);
  for (const id of ['x', '..%2fcontrol', `${ID}0`]) assert.equal(await statusAt(url, id), 404, id);
  assert.equal(reached, 1);
  assert.equal(await statusAt('http://127.0.0.1:1'), 503);
  assert.equal(await statusAt(undefined), 404);
});
