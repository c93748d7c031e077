import assert from 'node:assert/strict';
import type { App } from '../src/app.ts';
import type { Fragment } from '../src/platform/sql.ts';
import { until } from './receiver.ts';

/** The number of statements in this database that wait for a lock. */
export async function countWaiting({ db }: Pick<App, 'db'>): Promise<number> {
  const [row] = await db<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}

/**
 * Whether a statement that waits for the first row leaves the second one free.
 * @param rows a statement that ends before ` = id`
 */
export async function leavesFree(
  { db }: App,
  rows: Fragment,
  [first, second]: readonly [string, string],
  work: () => Promise<unknown>,
): Promise<boolean> {
  let working: Promise<unknown> | undefined;
  const isFree = await db.begin(async (tx) => {
    await tx`${rows} = ${first} for update`;
    working = work();
    await until(async () => (await countWaiting({ db })) > 0);
    const free = await db`${rows} = ${second} for update skip locked`;
    return free.length > 0;
  });
  await working;
  return isFree;
}

/** Two names in the order in which rows are locked. */
export function bothOf(ids: readonly string[]): [string, string] {
  const [first, second, ...others] = ids.toSorted();
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(others, []);
  return [first, second];
}
