import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { testApp } from '../../test/app.ts';
import { urlBehind } from '../../test/database.ts';
import { connect } from './db.ts';
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

test('a process is ready while the database answers, even if it takes no writes', async (t) => {
  const { db } = await testApp(t);
  const url = new URL(await urlBehind(db));
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const readOnly = connect({ url: url.href, connections: 1, onError: () => undefined });
  const http = openHttp(pino({ level: 'silent' }), (routes) =>
    registerHealthRoutes(routes, readOnly, async () => ''),
  );
  t.after(() => http.close());
  await assert.rejects(readOnly`delete from accounts`, /read-only transaction/);
  assert.equal((await http.inject('/readyz')).statusCode, 200);
  await readOnly.end();
  assert.equal((await http.inject('/readyz')).statusCode, 503);
});
