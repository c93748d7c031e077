import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { type Fragment, identifier, sql } from '../platform/sql.ts';

/** Each has an index of what waits by time, and one by environment and time. */
export type LookTable = 'deposit_checks' | 'wallet_addresses' | 'withdrawal_fundings';

/** Which due looks are leased: those that waited longest, or some of each of these environments. */
export type Whose = 'oldest' | readonly EnvironmentId[];

/**
 * Locks due looks: the oldest; or the oldest of each environment, then the second oldest of each,
 * and so on. Selects where they are in the table, which is stable within a statement.
 */
export function lockDueLooks(table: LookTable, whose: Whose, limit: number): Fragment {
  const looks = identifier(table);
  if (whose === 'oldest') {
    return sql`
      select ctid from ${looks} where look_at <= now()
      order by look_at limit ${limit} for update skip locked`;
  }
  return sql`
    select free.tid from (
      select due.tid
      from unnest(${whose}::text[]) as tenant (environment_id)
      cross join lateral (
        select l.ctid as tid, l.look_at, row_number() over (order by l.look_at) as turn
        from ${looks} l
        where l.environment_id = tenant.environment_id and l.look_at <= now()
        order by l.look_at limit ${limit}
      ) due
      order by due.turn, due.look_at limit ${limit}
    ) candidate
    -- Skips rows that another worker has just leased.
    cross join lateral (
      select l.ctid as tid from ${looks} l
      where l.ctid = candidate.tid and l.look_at <= now()
      for update skip locked
    ) free`;
}

/** How many environments one turn passes at most; the next turn continues after them. */
const WINDOW = 1_000;

/**
 * The next environments, in key order, with due looks. A loose index scan jumps from one
 * environment to the next, so that a million looks of one cost no more than one.
 * @returns also after which environment to continue; '' once none is left
 */
export async function listDueEnvironments(
  db: Db,
  table: LookTable,
  after: string,
  limit: number,
): Promise<{ readonly due: readonly EnvironmentId[]; readonly last: string }> {
  const looks = identifier(table);
  const rows = await db<{ environmentId: EnvironmentId; isDue: boolean }>`
    with recursive waiting as (
      (
        select environment_id, look_at <= now() as is_due, 1 as place,
          (look_at <= now())::integer as found
        from ${looks} where look_at is not null and environment_id > ${after}::text
        order by environment_id, look_at limit 1
      )
      union all
      select next.environment_id, next.is_due, waiting.place + 1,
        waiting.found + next.is_due::integer
      from waiting cross join lateral (
        select l.environment_id, l.look_at <= now() as is_due from ${looks} l
        where l.look_at is not null and l.environment_id > waiting.environment_id
        order by l.environment_id, l.look_at limit 1
      ) next
      where waiting.place < ${WINDOW}::integer and waiting.found < ${limit}::integer
    )
    select environment_id, is_due from waiting order by place`;
  const due = rows.filter(({ isDue }) => isDue).map(({ environmentId }) => environmentId);
  const isEnd = rows.length < WINDOW && due.length < limit;
  return { due, last: (isEnd ? undefined : rows.at(-1)?.environmentId) ?? '' };
}
