import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, identifier, sql } from '../platform/sql.ts';

/** The workers read the clock every few seconds: if it moves by more than this, it has leapt. */
const LEAP = sql`interval '1 day'`;

/**
 * Reads the database's clock, and stores its time.
 * @returns how many milliseconds it is behind the stored time; negative as long as time moves on
 */
export async function recordClock(db: Db): Promise<number> {
  const [seen] = await db<{ backMs: number }>`
    with before as (select seen_at from database_clock for update)
    -- Read after taking the row lock, so that waiting for it does not look like a step back.
    update database_clock c set seen_at = clock_timestamp(),
      leapt_at = case when clock_timestamp() - before.seen_at between -${LEAP} and ${LEAP}
        then c.leapt_at else clock_timestamp() end
    from before
    returning (extract(epoch from before.seen_at - c.seen_at) * 1000)::float8 as back_ms`;
  return seen?.backMs ?? 0;
}

/** Whether the database's clock has moved on steadily for a day, as far as a worker was there. */
export async function isClockSteady(db: Db): Promise<boolean> {
  const steady = await db`
    select from database_clock where clock_timestamp() > leapt_at + ${LEAP}
      and clock_timestamp() - seen_at between -${LEAP} and ${LEAP}`;
  return steady.length > 0;
}

interface Queue {
  /** The columns of the partial index of waiting rows, the last of which is the time. */
  readonly by: readonly string[];
  /** The condition of that index, if it has any. */
  readonly waits?: Fragment;
  /** Other times that are moved with it. */
  readonly along?: readonly string[];
}

/** Everything that waits for a time on the database's clock, by table. */
export const QUEUES: Readonly<Record<string, Queue>> = {
  deposits: { by: ['look_at'] },
  withdrawals: { by: ['look_at'] },
  provider_inbox: { by: ['due_at'] },
  orphans: { by: ['look_at'], waits: sql`paid_at is null` },
  withdrawal_requests: { by: ['due_at'], waits: sql`state = 'CONFIRMED'` },
  webhook_deliveries: {
    by: ['environment_id', 'endpoint_id', 'next_attempt_at'],
    waits: sql`status = 'pending'`,
    along: ['resume_at', 'lease_until'],
  },
  webhook_replays: { by: ['due_at'] },
  mails: { by: ['due_at'], along: ['lease_until'] },
  reconciliation_sweeps: { by: ['due_at'], along: ['lease_until'] },
  deposit_checks: { by: ['look_at'] },
  withdrawal_fundings: { by: ['look_at'] },
  wallet_addresses: { by: ['look_at'] },
};

const PAGE = 1_000;

/**
 * Moves all waiting rows of a table, page by page along the index; their order stays. Moved rows
 * sort before the current position and are not met again. Locked rows are about to be rescheduled.
 */
export async function moveBack(db: Db, table: string, queue: Queue, ms: number): Promise<void> {
  const { by, waits = sql`true`, along = [] } = queue;
  const columns = listed(by.map(identifier));
  const times = [...by.slice(-1), ...along].map(identifier);
  const moves = times.map((time) => sql`${time} = ${time} - ${ms}::float8 * interval '1 ms'`);
  let after: unknown[] | undefined = [...by.slice(1).map(() => ''), '-infinity'];
  while (after) {
    const [last]: object[] = await db`
      with held as (
        select ctid as tid, ${columns} from ${identifier(table)}
        where (${columns}) >= (${listed(after.map((value) => sql`${value}`))}) and ${waits}
        order by ${columns} limit ${PAGE} for update skip locked
      ), moved as (
        update ${identifier(table)} set ${listed(moves)}
        where ctid = any(array(select tid from held))
      )
      select ${columns} from held order by ${columns} offset ${PAGE - 1}`;
    after = last && Object.values(last);
  }
}

/**
 * Brings forward every look of an environment after its clock was moved forward. Rows are locked in
 * id order, so that nobody who holds one of them can be waiting for us.
 * @returns how many looks are due
 */
export async function expediteLooks(
  tx: Tx,
  table: 'deposits' | 'withdrawals',
  environmentId: EnvironmentId,
  forwardMs: number,
): Promise<number> {
  const [counted] = await tx<{ due: number }>`
    with held as (
      select id from ${identifier(table)}
      where environment_id = ${environmentId} and look_at is not null
      order by id for update
    ), expedited as (
      update ${identifier(table)} o set look_at = o.look_at - ${forwardMs}::bigint * interval '1 ms'
      from held where o.environment_id = ${environmentId} and o.id = held.id
      returning o.look_at
    )
    select count(*)::integer as due from expedited where look_at <= now()`;
  return counted?.due ?? 0;
}

function listed(parts: readonly Fragment[]): Fragment {
  return parts.reduce((some, next) => sql`${some}, ${next}`);
}
