import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { testApp } from '../../test/app.ts';
import { registerHealthRoutes } from './health.ts';
import { openHttp } from './http.ts';

test('concurrent requests for the metrics share one collection, and a later one collects again', async (t) => {
  const { db } = await testApp(t);
  const written = Promise.withResolvers<string>();
  let times = 0;
  const http = openHttp(pino({ level: 'silent' }), (routes) =>
    registerHealthRoutes(routes, db, () => {
      times += 1;
      return written.promise;
    }),
  );
  t.after(() => http.close());
  const ask = () => http.inject('/metrics');
  const asked = Array.from({ length: 100 }, ask);
  written.resolve('more 1');
  for (const answer of await Promise.all(asked)) assert.match(answer.body, /^more 1$/m);
  assert.equal(times, 1);
  assert.equal((await ask()).statusCode, 200);
  assert.equal(times, 2);
});
