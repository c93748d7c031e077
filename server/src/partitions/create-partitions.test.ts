import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { urlBehind } from '../../test/database.ts';
import { addRequest, keepAll, partitionsOf, placesOf } from '../../test/logs.ts';
import { until } from '../../test/receiver.ts';
import { DAY_MS } from '../durations.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { REQUEST_LOG as LOG } from '../requests/request.ts';
import { createPartitions } from './create-partitions.ts';
import { partitionJobs } from './jobs.ts';
import { announceEnd } from './store.ts';

const in2026 = (text: string): Date => new Date(`2026-${text}Z`);

async function arrange(t: Parameters<typeof testApp>[0]) {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  const add = (at: Date) => addRequest(app.db, environment.id, at);
  return { app, db: app.db, add };
}

test('a row of any time is stored, both before and after partitions are created', async (t) => {
  const { db, add } = await arrange(t);
  const times = [0, Date.now(), Date.now() + 400 * DAY_MS, 2 ** 47].map((ms) => new Date(ms));
  for (const at of times) await add(at);
  assert.equal((await partitionsOf(db, LOG)).length, 1);
  await db`delete from api_requests`;
  await keepAll(db, LOG);
  for (const at of times) await add(at);
  assert.equal(Object.keys(await placesOf(db, LOG)).length, times.length);
});

test('partitions are created ahead without gaps, and each row is in the one for its time', async (t) => {
  const { db, add } = await arrange(t);
  const now = in2026('11-21T20:00:00');
  const before = await add(in2026('11-22T23:59:59.999'));
  assert.equal(await keepAll(db, LOG, now), 3);
  const after = await add(in2026('11-23T00:00:00'));
  const partitions = await partitionsOf(db, LOG);
  assert.deepEqual(
    partitions.map(({ name }) => name),
    ['20261123', '20261130', '20261207']
      .map((day) => `api_requests_before_${day}`)
      .concat('api_requests_rest'),
  );
  assert.deepEqual(
    partitions.map(({ from }) => from),
    [null, ...partitions.map(({ to }) => to).slice(0, -1)],
  );
  assert.deepEqual(await placesOf(db, LOG), {
    [before]: 'api_requests_before_20261123',
    [after]: 'api_requests_before_20261130',
  });
  assert.equal(await keepAll(db, LOG, now), 0);
  // No helper constraint is left, and all partitions have the same number of indexes.
  const [kinds] = await db<{ endings: number; indexes: number }>`
    select (select count(*) from pg_constraint where conname like 'before_%') as endings,
      (select count(distinct indexes) from (
        select count(*) as indexes from pg_index i join pg_inherits p on p.inhrelid = i.indrelid
        where p.inhparent = 'api_requests'::regclass and indisvalid group by i.indrelid) c) as indexes`;
  assert.deepEqual(kinds, { endings: 0, indexes: 1 });
});

test('while no worker runs, rows go to the last partition, and the next run splits it', async (t) => {
  const { db, add } = await arrange(t);
  await keepAll(db, LOG, in2026('01-05T00:00:00'));
  const late = await add(in2026('06-30T23:59:59.999'));
  const later = await add(in2026('07-01T00:00:00'));
  assert.deepEqual(new Set(Object.values(await placesOf(db, LOG))), new Set(['api_requests_rest']));
  await keepAll(db, LOG, in2026('07-01T00:00:01'));
  const places = await placesOf(db, LOG);
  assert.equal(places[late], 'api_requests_before_20260706');
  assert.equal(places[later], 'api_requests_before_20260706');
  const next = await add(in2026('07-06T00:00:00'));
  assert.equal((await placesOf(db, LOG))[next], 'api_requests_before_20260713');
});

test('concurrent processes create each partition once, while rows are written', async (t) => {
  const { db, add } = await arrange(t);
  const written: string[] = [];
  const writing = new AbortController();
  const writers = Array.from({ length: 4 }, async () => {
    while (!writing.signal.aborted) written.push(await add(new Date()));
  });
  const patiently = async (): Promise<void> => {
    await keepAll(db, LOG).catch((error: unknown) => {
      // A lock could not be had at once: the job's next turn tries again.
      if (!isDatabaseAway(error)) throw error;
      return patiently();
    });
  };
  await Promise.all(Array.from({ length: 4 }, patiently)).finally(() => writing.abort());
  await Promise.all(writers);
  const names = (await partitionsOf(db, LOG)).map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length >= 3 && names.length <= 5, String(names));
  assert.deepEqual(Object.keys(await placesOf(db, LOG)).sort(), written.toSorted());
});

test('a long read blocks the creation of partitions, but no inserts', async (t) => {
  const { db, add } = await arrange(t);
  await add(new Date());
  const release = Promise.withResolvers<undefined>();
  const isReading = Promise.withResolvers<undefined>();
  const reading = db.begin(async (tx) => {
    await tx`select from api_requests`;
    isReading.resolve(undefined);
    await release.promise;
  });
  await isReading.promise;
  const refused = assert.rejects(createPartitions(db, LOG), isDatabaseAway);
  await until(async () => {
    const waiting = await db`select from pg_locks where not granted`;
    return waiting.length > 0;
  });
  await add(new Date());
  await refused;
  await add(new Date());
  release.resolve(undefined);
  await reading;
  assert.ok((await keepAll(db, LOG)) > 0);
});

test('a partition that a crash left half created is completed by the next run', async (t) => {
  const { db, add } = await arrange(t);
  const id = await add(in2026('11-21T00:00:00'));
  const end = in2026('12-07T00:00:00');
  await db.begin((tx) => announceEnd(tx, LOG, end));
  await add(in2026('12-06T23:59:59'));
  assert.equal(await createPartitions(db, LOG, in2026('11-21T20:00:00')), true);
  assert.equal((await placesOf(db, LOG))[id], 'api_requests_before_20261207');
  assert.equal(await createPartitions(db, LOG, in2026('11-21T20:00:00')), false);
});

test('a row dated in the future stops no other row from being written, and is reported once an hour', async (t) => {
  const { app, db, add } = await arrange(t);
  const far = await add(new Date(Date.now() + 400 * DAY_MS));
  const config = { ...app.config, databaseUrl: await urlBehind(db) };
  const [keep] = partitionJobs({ ...app, config });
  // True, or an exception, would make the job turn again at once.
  assert.equal(await keep?.turn(), false);
  await db`delete from api_requests where id = ${far}`;
  await add(in2026('12-24T00:00:00'));
  await assert.rejects(createPartitions(db, LOG, in2026('11-21T20:00:00')), /2026-11-23/);
  await add(in2026('12-24T00:00:00'));
  await keepAll(db, LOG, in2026('12-24T00:00:00'));
  assert.ok((await partitionsOf(db, LOG)).length > 1);
});
