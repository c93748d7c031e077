import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { testApp } from '../../test/app.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { openTurns } from './lease-in-turns.ts';
import { listDueEnvironments, lockDueLooks, type Whose } from './look-store.ts';

const BATCH = 20;

interface Leased {
  readonly environmentId: EnvironmentId;
  readonly withdrawalId: string;
}

/** As the jobs lease, except that nothing is said about what was leased. */
const lease = (db: Db, limit: number, whose: Whose): Promise<Leased[]> => db<Leased>`
  update withdrawal_fundings set look_at = now() + interval '1 minute'
  where ctid = any(array(${lockDueLooks('withdrawal_fundings', whose, limit)}))
  returning environment_id, withdrawal_id`;

/** `addLooks` adds as many to each of these environments, due for that long. */
async function openLooks(t: TestContext) {
  const app = await testApp(t);
  const addLooks = async (first: number, last: number, looks: number, dueFor: string) => {
    await app.db`
      insert into withdrawal_fundings (environment_id, withdrawal_id, look_at)
      select 'env_' || lpad(environment::text, 26, '0'), 'wdr_' || lpad(n::text, 26, '0'),
        now() - ${dueFor}::interval
      from generate_series(${first}::integer, ${last}::integer) environment,
        generate_series(1, ${looks}::integer) n`;
  };
  return { app, addLooks };
}

const turnsOf = () => openTurns('withdrawal_fundings', BATCH, { lease, makeDue: assert.fail });

const numberOf = ({ environmentId }: Pick<Leased, 'environmentId'>): number =>
  Number(environmentId.slice(4));

/** Whose looks each turn leases. */
async function takeTurns({ db }: App, turns: number): Promise<number[][]> {
  const { lease: leaseBatch } = turnsOf();
  const taken: number[][] = [];
  while (taken.length < turns) taken.push((await leaseBatch(db)).due.map(numberOf));
  return taken;
}

const among = (taken: readonly number[][], environment: number): number =>
  taken.flat().filter((one) => one === environment).length;

test('thousands of due looks of one environment leave room for those of another', async (t) => {
  const { app, addLooks } = await openLooks(t);
  await addLooks(1, 1, 5_000, '1 hour');
  await addLooks(2, 2, 3, '1 second');
  const [first = []] = await takeTurns(app, 1);
  assert.equal(first.length, BATCH);
  assert.equal(among([first], 2), 3);
  assert.deepEqual(new Set(first.slice(0, 2)), new Set([1, 2]), 'they alternate');
});

test('among many busy environments, each gets its turn', async (t) => {
  const { app, addLooks } = await openLooks(t);
  await addLooks(1, 30, 200, '1 hour');
  await addLooks(31, 31, 3, '1 second');
  await addLooks(32, 40, 200, '1 hour');
  const taken = await takeTurns(app, 5);
  for (let environment = 1; environment <= 40; environment += 1) {
    assert.ok(among(taken.slice(0, 4), environment) > 0, String(environment));
  }
  assert.equal(taken.flat().length, 5 * BATCH - BATCH / 2, 'a round that ended takes no turn');
});

test('environments that only wait are passed a thousand at a time', async (t) => {
  const { app, addLooks } = await openLooks(t);
  await addLooks(1, 1, 200, '1 hour');
  await addLooks(2, 2_500, 1, '-1 hour');
  await addLooks(2_501, 2_501, 1, '1 second');
  const taken = await takeTurns(app, 3);
  assert.deepEqual(
    taken.map((turn) => among([turn], 2_501)),
    [0, 0, 1],
  );
});

test('what is not even half a batch is leased at once, and no other turn follows', async (t) => {
  const { app, addLooks } = await openLooks(t);
  await addLooks(1, 9, 1, '1 second');
  const { lease: leaseBatch } = turnsOf();
  const { due, isFull } = await leaseBatch(app.db);
  assert.deepEqual([due.length, isFull], [9, false]);
  assert.deepEqual(await leaseBatch(app.db), { due: [], isFull: false });
});

test('concurrent workers never lease the same look', async (t) => {
  const { app, addLooks } = await openLooks(t);
  await addLooks(1, 20, 10, '1 second');
  const batches = await Promise.all(Array.from({ length: 8 }, () => turnsOf().lease(app.db)));
  const names = batches.flatMap(({ due }) =>
    due.map(({ environmentId, withdrawalId }) => `${environmentId} ${withdrawalId}`),
  );
  assert.ok(names.length > BATCH);
  assert.equal(new Set(names).size, names.length);
});

test('turns cost the same however many looks are due', async (t) => {
  const { app, addLooks } = await openLooks(t);
  await addLooks(1, 1, 50_000, '1 hour');
  await addLooks(2, 200, 3, '1 second');
  await app.db`vacuum analyze withdrawal_fundings`;
  const { due } = await listDueEnvironments(app.db, 'withdrawal_fundings', '', BATCH);
  assert.equal(due.length, BATCH);
  const bounds: [most: number, work: (db: Db) => Promise<unknown>][] = [
    [150, (db) => listDueEnvironments(db, 'withdrawal_fundings', '', BATCH)],
    // Each of the twenty rows that it updates is in three indexes. The table fills 700 pages.
    [600, (db) => lease(db, BATCH, due)],
  ];
  for (const [most, work] of bounds) {
    const costs = await costsOf(app.db, work);
    t.diagnostic(`${String(worstOf(costs).buffers)} buffers`);
    assert.ok(worstOf(costs).buffers <= most, JSON.stringify(costs, null, 1));
    assert.equal(worstOf(costs).discarded, 0);
  }
});
