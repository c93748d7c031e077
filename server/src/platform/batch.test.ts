import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/database.ts';
import { batched } from './batch.ts';
import { connect, DatabaseAwayError, type Db } from './db.ts';

const url = await testDatabase();
const open = (isBatching = true): Db =>
  connect({ url, connections: 8, onError: () => undefined, isBatching });

function halves(batches: number[]): (db: Db, item: number) => Promise<number> {
  return batched<number, number>(async (db, items) => {
    batches.push(items.length);
    const rows = await db<{ half: number }>`
        select 100 / item as half from unnest(${[...items]}::integer[]) with ordinality
          as asked (item, place) order by place`;
    return rows.map(({ half }) => half);
  }, 10);
}

test('concurrent calls are batched into few statements, and each gets its own result', async () => {
  const db = open();
  const batches: number[] = [];
  const half = halves(batches);
  const asked = Array.from({ length: 45 }, (_, index) => index + 1);
  const answers = await Promise.all(asked.map((item) => half(db, item)));
  assert.deepEqual(
    answers,
    asked.map((item) => Math.floor(100 / item)),
  );
  assert.deepEqual(batches, [10, 10, 10, 10, 5]);
  await db.end();
});

test('a failing item does not fail the others of its batch', async () => {
  const db = open();
  const half = halves([]);
  const ends = await Promise.allSettled([2, 0, 4].map((item) => half(db, item)));
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : 'failed')),
    [50, 'failed', 25],
  );
  await db.end();
});

test('failing items of a large batch are isolated with few statements, one at a time', async () => {
  const db = open();
  let [underWay, most, statements] = [0, 0, 0];
  const ask = batched<number, number>(async (on, items) => {
    underWay += 1;
    most = Math.max(most, underWay);
    statements += 1;
    try {
      await on`select 1 / item from unnest(${[...items]}::integer[]) as asked (item)`;
      return items;
    } finally {
      underWay -= 1;
    }
  }, 256);
  const ends = await Promise.allSettled(
    Array.from({ length: 256 }, (_, place) => ask(db, place === 9 || place === 200 ? 0 : 1)),
  );
  assert.equal(ends.filter(({ status }) => status === 'rejected').length, 2);
  assert.equal(most, 1);
  assert.ok(statements <= 2 * 2 * 8 + 1, String(statements));
  await db.end();
});

test('a lost connection rejects all calls of the batch, and nothing is retried', async () => {
  const db = open();
  let runs = 0;
  const ask = batched<number, number>(() => {
    runs += 1;
    return Promise.reject(new DatabaseAwayError(new Error('cut'), 0));
  });
  const ends = await Promise.allSettled([1, 2, 3].map((item) => ask(db, item)));
  assert.ok(ends.every(({ status }) => status === 'rejected'));
  assert.equal(runs, 1);
  await db.end();
});

test('a batch that was in a deadlock is retried in halves', async () => {
  const db = open();
  const batches: number[] = [];
  const ask = batched<number, number>(async (on, items) => {
    batches.push(items.length);
    if (items.length > 1) {
      await on`do $$ begin raise exception 'in the way' using errcode = '40P01'; end $$`;
    }
    return items;
  });
  assert.deepEqual(await Promise.all([1, 2, 3].map((item) => ask(db, item))), [1, 2, 3]);
  assert.deepEqual(batches, [3, 2, 1, 1, 1]);
  await db.end();
});

test('with batching off every call runs its own statement', async () => {
  const db = open(false);
  const batches: number[] = [];
  const half = halves(batches);
  await Promise.all([1, 2, 4].map((item) => half(db, item)));
  assert.deepEqual(batches, [1, 1, 1]);
  await db.end();
});

test('calls for different databases are never put into one batch', async () => {
  const [one, other] = [open(), open()];
  const seen: Db[] = [];
  const ask = batched<Db, boolean>(async (db, items) => {
    seen.push(db);
    return items.map((item) => item === db);
  });
  const answers = await Promise.all([ask(one, one), ask(other, other), ask(one, one)]);
  assert.deepEqual(answers, [true, true, true]);
  assert.equal(seen.length, 2);
  await Promise.all([one.end(), other.end()]);
});
