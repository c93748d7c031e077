import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { openAuthenticator } from '../api-keys/authenticate.ts';
import { guardRoutes } from '../api-keys/guard.ts';
import { openLimiter } from '../api-keys/rate-limit.ts';
import { openHttp } from '../platform/http.ts';
import type { Noted } from './open-recorder.ts';
import { recordRequests } from './record-requests.ts';

const app = await testApp();

test('the size of a body is its number of bytes, even without a Content-Length header', async () => {
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
  });
  const text = JSON.stringify({ title: 'x'.repeat(30_000) });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (const payload of [text, Readable.from([text.slice(0, 9), text.slice(9)])]) {
    const { statusCode } = await http.inject({ method: 'POST', url: '/orders', headers, payload });
    assert.equal(statusCode, 200);
  }
  assert.deepEqual(
    noted.map(({ size }) => size),
    [text.length, text.length],
  );
});
