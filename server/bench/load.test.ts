import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { listen } from '../test/listen.ts';
import { type LoadOrder, openLoad } from './load.ts';
import { KEY_PLACE, postRequest } from './requests.ts';

type Answer = (request: { key: string; number: number }) => Promise<{ status: number; id: string }>;

/** A server that answers like this, and an order for it. */
async function orderFor(answer: Answer): Promise<LoadOrder> {
  let number = 0;
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    number += 1;
    void answer({ key, number }).then(({ status, id }) => {
      response.writeHead(status, { 'content-length': JSON.stringify({ id }).length });
      response.end(JSON.stringify({ id }));
    });
  });
  const port = await listen(server);
  after(() => server.close());
  const text = postRequest('/', { 'Idempotency-Key': KEY_PLACE }, { any: 'body' });
  const requests = [{ text, account: 7 }];
  const once300ms = { warmUpMs: 0, seconds: 0.3 };
  return { ports: [port], connections: 2, requests, status: 201, keepIds: 5, ...once300ms };
}

test('each request has its own idempotency key, and the created resources are returned', async () => {
  const keys: string[] = [];
  const order = await orderFor(async ({ key, number }) => {
    keys.push(key);
    return { status: 201, id: `dep_${String(number)}` };
  });
  const load = openLoad();
  const { answers, made } = await load.run({ ...order, connections: 1 });
  await load.stop();
  assert.equal(answers, keys.length);
  assert.equal(new Set(keys).size, keys.length);
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/);
  assert.deepEqual(made[0], { account: 7, id: 'dep_1' });
});

test('a single response with another status stops the load', async () => {
  const order = await orderFor(async ({ number }) => ({
    status: number < 3 ? 201 : 503,
    id: 'any',
  }));
  await assert.rejects(openLoad().run(order), /an answer was wrong/);
});

test('a response that names another resource stops the load', async () => {
  const order = await orderFor(async () => ({ status: 201, id: 'dep_2' }));
  const requests = order.requests.map((request) => ({ ...request, id: 'dep_1' }));
  await assert.rejects(openLoad().run({ ...order, requests }), /an answer was wrong/);
});

test('the latency of a request counts from when it was due, even while the server stalls', async () => {
  const stallMs = 200;
  const order = await orderFor(async ({ number }) => {
    if (number === 1) await new Promise((resolve) => setTimeout(resolve, stallMs));
    return { status: 201, id: 'any' };
  });
  const load = openLoad();
  const { p50Ms } = await load.run({ ...order, connections: 1, perSecond: 200 });
  await load.stop();
  // Two thirds were due during the stall; sent one after the other they would each seem instant.
  assert.ok(p50Ms > stallMs / 4, `half of them waited ${p50Ms.toFixed(0)} ms`);
});
