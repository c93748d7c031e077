import type { Mode } from '../accounts/environment.ts';
import { type EnvironmentId, newId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { Position } from '../platform/page.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { comparedIn, type Counts, type ResultId } from './result.ts';
import type { Sweep, SweepName } from './sweep.ts';

/** What a step counted, for each environment in which it compared something. */
export type Tallies = ReadonlyMap<EnvironmentId, Counts>;

/** Adds a step's counts to its pass, in the commit that advances the sweep. */
export async function addCounts(
  tx: Tx,
  { name, pass, since, until, beganAt }: Sweep,
  tallies: Tallies,
): Promise<void> {
  for (const [environmentId, counts] of tallies) {
    const { matched, missingAtProvider, missingOnChain, amountDiffers, waiting } = counts;
    await tx`
      insert into reconciliation_results as r (environment_id, id, sweep, pass, since, until,
        began_at, compared, matched, missing_at_provider, missing_on_chain, amount_differs, waiting)
      values (${environmentId}, ${newId('rec')}, ${name}, ${pass}, ${since}, ${until}, ${beganAt},
        ${comparedIn(counts)}, ${matched}, ${missingAtProvider}, ${missingOnChain},
        ${amountDiffers}, ${waiting})
      on conflict (pass, environment_id) do update set
        compared = r.compared + excluded.compared, matched = r.matched + excluded.matched,
        missing_at_provider = r.missing_at_provider + excluded.missing_at_provider,
        missing_on_chain = r.missing_on_chain + excluded.missing_on_chain,
        amount_differs = r.amount_differs + excluded.amount_differs,
        waiting = r.waiting + excluded.waiting`;
  }
}

/** The pass has ended: its counts become its result. */
export async function closeResults(tx: Tx, { pass, gaps }: Sweep): Promise<void> {
  await tx`
    update reconciliation_results set created_at = now(), gaps = ${gaps} where pass = ${pass}`;
}

export interface Result extends Counts {
  readonly id: ResultId;
  readonly sweep: SweepName;
  readonly since: Date;
  readonly until: Date;
  readonly beganAt: Date;
  /** When the pass ended. */
  readonly createdAt: Date;
  readonly gaps: number;
  readonly compared: number;
}

export interface ResultFilter {
  readonly sweep: SweepName | null;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** The finished passes of an environment, newest first, one row more than the limit. */
export async function listResults(
  db: Db,
  environmentId: EnvironmentId,
  { sweep, after, limit }: ResultFilter,
): Promise<Result[]> {
  const filters = [
    ['environment_id', environmentId],
    ['sweep', sweep],
  ] as const;
  return db<Result>`
    select id, sweep, since, until, began_at, created_at, gaps, compared, matched,
      missing_at_provider, missing_on_chain, amount_differs, waiting
    from reconciliation_results
      ${newest(filters, indexRangeOf(after), limit + 1)}`;
}

export interface LastResult extends Counts {
  readonly connection: Mode;
  readonly sweep: SweepName;
}

/** The totals of the last finished passes, over all connections of a kind. */
export async function sumLastResults(db: Db): Promise<LastResult[]> {
  return db<LastResult>`
    select case s.connection when 'live' then 'live' else 'test' end as connection, s.sweep,
      sum(r.matched)::bigint as matched, sum(r.missing_at_provider)::bigint as missing_at_provider,
      sum(r.missing_on_chain)::bigint as missing_on_chain,
      sum(r.amount_differs)::bigint as amount_differs, sum(r.waiting)::bigint as waiting
    from reconciliation_sweeps s join reconciliation_results r on r.pass = s.last_pass
    group by 1, 2 order by 1, 2`;
}

/** The totals of the passes that operators requested since then, using each environment's last. */
export async function sumRequestedResults(db: Db, since: Date): Promise<Counts | undefined> {
  const [row] = await db<Counts>`
    select coalesce(sum(matched), 0)::bigint as matched,
      coalesce(sum(missing_at_provider), 0)::bigint as missing_at_provider,
      coalesce(sum(missing_on_chain), 0)::bigint as missing_on_chain,
      coalesce(sum(amount_differs), 0)::bigint as amount_differs,
      coalesce(sum(waiting), 0)::bigint as waiting
    from (
      select distinct on (environment_id) * from reconciliation_results
      where sweep = 'asked' and began_at >= ${since} and created_at is not null
      order by environment_id, created_at desc
    ) last`;
  return row;
}

const DELETE_BATCH = 1_000;
/** The shortest sweep has a result every two minutes. */
const SHORT_DAYS = 2;

/** Deletes old results. @returns whether there are probably more */
export async function deleteOldResults(db: Db, days: number): Promise<boolean> {
  const short = await deleteOlder(db, sql`sweep = 'two_hours'`, Math.min(SHORT_DAYS, days));
  const long = await deleteOlder(db, sql`sweep <> 'two_hours'`, days);
  return Math.max(short, long) === DELETE_BATCH;
}

/** Each of the two conditions has a partial index by age, and no index covers both. */
async function deleteOlder(db: Db, which: Fragment, days: number): Promise<number> {
  const rows = await db`
    delete from reconciliation_results where ctid = any(array(
      select ctid from reconciliation_results
      where ${which} and began_at < now() - ${days} * interval '1 day'
      order by began_at limit ${DELETE_BATCH} for update skip locked))
    returning id`;
  return rows.length;
}
