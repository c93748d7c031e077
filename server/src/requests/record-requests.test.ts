import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { openAuthenticator } from '../api-keys/authenticate.ts';
import { guardRoutes } from '../api-keys/guard.ts';
import { openLimiter } from '../api-keys/rate-limit.ts';
import { ApiError } from '../errors.ts';
import { openHttp } from '../platform/http.ts';
import type { Noted } from './open-recorder.ts';
import { recordRequests } from './record-requests.ts';

const app = await testApp();

/** What the recorder is given; the route creates orders. */
async function openNoting() {
  const { key } = await testEnvironment(app);
  const noted: Noted[] = [];
  const http = openHttp(app.log, (routes) => {
    guardRoutes(routes, openAuthenticator(app.db), openLimiter());
    recordRequests(routes, {
      wants: () => true,
      note: (request) => noted.push(request),
      close: async () => undefined,
    });
    routes.post('/orders', { config: { scope: 'any' } }, async () => ({}));
    routes.get<{ Querystring: { gone?: string } }>(
      '/news',
      { config: { scope: 'any', isPoll: true } },
      async ({ query }) => {
        if (query.gone !== undefined) throw new ApiError('not_found');
        return {};
      },
    );
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const order = async (payload: string | Readable): Promise<number> => {
    const answer = await http.inject({ method: 'POST', url: '/orders', headers, payload });
    return answer.statusCode;
  };
  const poll = async (url: string): Promise<number> =>
    (await http.inject({ method: 'GET', url, headers })).statusCode;
  return { noted, order, poll };
}

test('the size of a body is its number of bytes, even without a Content-Length header', async () => {
  const { noted, order } = await openNoting();
  const text = JSON.stringify({ title: 'x'.repeat(30_000) });
  for (const payload of [text, Readable.from([text.slice(0, 9), text.slice(9)])]) {
    assert.equal(await order(payload), 200);
  }
  assert.deepEqual(
    noted.map(({ size }) => size),
    [text.length, text.length],
  );
});

test('a body that was refused as too large takes no space', async () => {
  const { noted, order } = await openNoting();
  assert.equal(await order('x'.repeat(9 * 1_024 * 1_024)), 413);
  assert.deepEqual(
    noted.map(({ error, size }) => [error, size]),
    [['payload_too_large', 0]],
  );
});

test('of a route that programs poll only refusals are recorded', async () => {
  const { noted, poll } = await openNoting();
  assert.equal(await poll('/news'), 200);
  assert.equal(await poll('/news?gone=1'), 404);
  assert.deepEqual(
    noted.map(({ url, status }) => [url, status]),
    [['/news?gone=1', 404]],
  );
});
