import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { holdBack } from '../../test/held-body.ts';
import { ApiError } from '../errors.ts';
import { openHttp } from './http.ts';
import { recheckCaller } from './recheck-caller.ts';

type Judge = Parameters<typeof recheckCaller>[1];

async function serve(t: TestContext, judge: Judge): Promise<{ url: string; done: () => number }> {
  let done = 0;
  const http = openHttp(pino({ level: 'silent' }), (routes) => {
    recheckCaller(routes, judge);
    routes.post('/', async () => ({ done: (done += 1) }));
  });
  t.after(() => http.close());
  return { url: await http.listen(), done: () => done };
}

test('a request whose body arrives promptly is not authorized a second time', async (t) => {
  let judged = 0;
  const { url } = await serve(t, () => void (judged += 1));
  const headers = { 'content-type': 'application/json' };
  const from = performance.now();
  const answer = await fetch(url, { method: 'POST', headers, body: '{}' });
  assert.equal(answer.status, 200);
  const tookMs = performance.now() - from;
  assert.ok(judged === 0 || tookMs > 400, `judged again after ${String(tookMs)} ms`);
});

test('a request whose body arrives late is authorized again, once', async (t) => {
  let judged = 0;
  const { url, done } = await serve(t, () => void (judged += 1));
  const answer = await (await holdBack(url, {}, {})).send();
  assert.deepEqual([answer.status, judged, done()], [200, 1, 1]);
});

test('a request refused by the second authorization is not handled', async (t) => {
  const refusal = new ApiError('unauthorized');
  const judges: Judge[] = [
    () => {
      throw refusal;
    },
    async () => Promise.reject(refusal),
  ];
  for (const judge of judges) {
    const { url, done } = await serve(t, judge);
    const answer = await (await holdBack(url, {}, {})).send();
    assert.deepEqual([answer.status, answer.body['error'], done()], [401, 'unauthorized', 0]);
  }
});
