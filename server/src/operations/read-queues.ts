import type { Db } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';

/** Waiting work, counted up to a limit, so that a million rows cost no more than many. */
export interface Queue {
  readonly queue: string;
  readonly depth: number;
  /** Since the oldest could have been done; 0 if nothing is waiting. */
  readonly ageSeconds: number;
}

/** Far longer than a worker takes, and no longer than the guide's alerts wait. */
const LATE_SECONDS: Readonly<Record<string, number>> = {
  deliveries: 300,
  deposit_looks: 300,
  withdrawal_looks: 300,
  mails: 300,
  notices: 60,
  unnumbered_events: 60,
  dead_keys: 120,
  deposit_checks: 3_600,
  withdrawal_fundings: 3_600,
  wallet_addresses: 3_600,
};

/** Whether somebody should find out why the oldest still waits. */
export function isLate({ queue, ageSeconds }: Queue): boolean {
  return ageSeconds > (LATE_SECONDS[queue] ?? Infinity);
}

/** A deeper queue is reported as this deep. */
const MAX_COUNTED = 10_000;
const MAX_ENDPOINTS = 1_000;
const MAX_OF_EACH = 1_000;

interface Waiting {
  /** Each has its own partial index of waiting rows. */
  readonly rows: Fragment;
  /** Since when a row could have been done. */
  readonly since: Fragment;
  /** What that index is ordered by, if not by the time. */
  readonly oldestBy?: Fragment;
}

const QUEUES: Readonly<Record<string, Waiting>> = {
  unnumbered_events: {
    rows: sql`events where sequence is null`,
    since: sql`created_at`,
    oldestBy: sql`position`,
  },
  notices: { rows: sql`provider_inbox where due_at <= now()`, since: sql`due_at` },
  dead_keys: {
    rows: sql`idempotency_keys where state = 'running' and lease_until < now()`,
    since: sql`lease_until`,
  },
  resting_keys: { rows: sql`idempotency_keys where state = 'resting'`, since: sql`updated_at` },
  deposit_looks: { rows: sql`deposits where look_at <= now()`, since: sql`look_at` },
  withdrawal_looks: { rows: sql`withdrawals where look_at <= now()`, since: sql`look_at` },
  mails: { rows: sql`mails where due_at <= now()`, since: sql`due_at` },
  // Due chain lookups; late if the server is slow, away or rarely called.
  deposit_checks: { rows: sql`deposit_checks where look_at <= now()`, since: sql`look_at` },
  withdrawal_fundings: {
    rows: sql`withdrawal_fundings where look_at <= now()`,
    since: sql`look_at`,
  },
  wallet_addresses: { rows: sql`wallet_addresses where look_at <= now()`, since: sql`look_at` },
};

export async function readQueues(db: Db): Promise<Queue[]> {
  const queues = await Promise.all([readPlain(db), readDeliveries(db)]);
  return queues.flat();
}

async function readPlain(db: Db): Promise<Queue[]> {
  const all = Object.entries(QUEUES).map(
    ([name, { rows, since, oldestBy = since }]) => sql`
      select ${name}::text as queue,
        (select count(*) from (select from ${rows} limit ${MAX_COUNTED}) w) as depth,
        (select ${since} from ${rows} order by ${oldestBy} limit 1) as oldest`,
  );
  return db<Queue>`
    select queue, depth, coalesce(greatest(0, extract(epoch from now() - oldest)), 0)::float8
      as age_seconds
    from (${all.reduce((some, next) => sql`${some} union all ${next}`)}) q`;
}

/** Follows the index from endpoint to endpoint, as workers do. */
async function readDeliveries(db: Db): Promise<Queue[]> {
  return db<Queue>`
    select 'deliveries' as queue, coalesce(sum(due.depth), 0)::bigint as depth,
      coalesce(greatest(0, extract(epoch from now() - min(due.oldest))), 0)::float8 as age_seconds
    from (select * from webhook_endpoints_waiting limit ${MAX_ENDPOINTS}) e
    join webhook_endpoints w on w.environment_id = e.environment_id and w.id = e.endpoint_id
      and w.enabled and w.deleted_at is null and not w.fetched
    cross join lateral (
      select count(*) as depth, min(next_attempt_at) as oldest from (
        select next_attempt_at from webhook_deliveries d
        where d.environment_id = e.environment_id and d.endpoint_id = e.endpoint_id
          and d.status = 'pending' and d.next_attempt_at <= now()
        order by d.next_attempt_at limit ${MAX_OF_EACH}) d
    ) due`;
}
