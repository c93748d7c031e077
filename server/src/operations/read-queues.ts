import type { Db } from '../platform/db.ts';

/** Work that waits, each counted up to a bound so that a million rows cost no more than many. */
export interface Queue {
  readonly queue: string;
  readonly depth: number;
  /** Since the oldest could have been done; 0 where nothing waits. */
  readonly ageSeconds: number;
}

/** A deeper queue is told as this deep. */
const MOST_COUNTED = 10_000;
const MOST_ENDPOINTS = 1_000;
const MOST_OF_EACH = 1_000;

export async function readQueues(db: Db): Promise<Queue[]> {
  const queues = await Promise.all([readPlain(db), readChain(db), readDeliveries(db)]);
  return queues.flat();
}

/** Each has an index of its own that holds what waits and nothing else. */
async function readPlain(db: Db): Promise<Queue[]> {
  return db<Queue>`
    select queue, depth, coalesce(greatest(0, extract(epoch from now() - oldest)), 0)::float8
      as age_seconds
    from (
      select 'unnumbered_events' as queue,
        (select count(*) from (
          select from events where sequence is null limit ${MOST_COUNTED}) w) as depth,
        (select created_at from events where sequence is null order by position limit 1) as oldest
      union all
      select 'notices',
        (select count(*) from (
          select from provider_inbox where due_at <= now() limit ${MOST_COUNTED}) w),
        (select min(due_at) from provider_inbox where due_at <= now())
      union all
      select 'dead_keys',
        (select count(*) from (select from idempotency_keys
          where state = 'running' and lease_until < now() limit ${MOST_COUNTED}) w),
        (select min(lease_until) from idempotency_keys
          where state = 'running' and lease_until < now())
      union all
      select 'resting_keys',
        (select count(*) from (
          select from idempotency_keys where state = 'resting' limit ${MOST_COUNTED}) w),
        (select min(updated_at) from idempotency_keys where state = 'resting')
      union all
      select 'deposit_looks',
        (select count(*) from (
          select from deposits where look_at <= now() limit ${MOST_COUNTED}) w),
        (select min(look_at) from deposits where look_at <= now())
      union all
      select 'withdrawal_looks',
        (select count(*) from (
          select from withdrawals where look_at <= now() limit ${MOST_COUNTED}) w),
        (select min(look_at) from withdrawals where look_at <= now())
      union all
      select 'mails',
        (select count(*) from (
          select from mails where due_at <= now() limit ${MOST_COUNTED}) w),
        (select min(due_at) from mails where due_at <= now())
    ) q`;
}

/** What is to be looked up on the chain; late when its server is slow, away or seldom asked. */
async function readChain(db: Db): Promise<Queue[]> {
  return db<Queue>`
    select queue, depth, coalesce(greatest(0, extract(epoch from now() - oldest)), 0)::float8
      as age_seconds
    from (
      select 'deposit_checks' as queue,
        (select count(*) from (
          select from deposit_checks where look_at <= now() limit ${MOST_COUNTED}) w) as depth,
        (select min(look_at) from deposit_checks where look_at <= now()) as oldest
      union all
      select 'withdrawal_fundings',
        (select count(*) from (
          select from withdrawal_fundings where look_at <= now() limit ${MOST_COUNTED}) w),
        (select min(look_at) from withdrawal_fundings where look_at <= now())
      union all
      select 'wallet_addresses',
        (select count(*) from (
          select from wallet_addresses where look_at <= now() limit ${MOST_COUNTED}) w),
        (select min(look_at) from wallet_addresses where look_at <= now())
    ) q`;
}

/** From endpoint to endpoint along the index, as the workers go. */
async function readDeliveries(db: Db): Promise<Queue[]> {
  return db<Queue>`
    select 'deliveries' as queue, coalesce(sum(due.depth), 0)::bigint as depth,
      coalesce(greatest(0, extract(epoch from now() - min(due.oldest))), 0)::float8 as age_seconds
    from (select * from webhook_endpoints_waiting limit ${MOST_ENDPOINTS}) e
    join webhook_endpoints w on w.environment_id = e.environment_id and w.id = e.endpoint_id
      and w.enabled and w.deleted_at is null and not w.fetched
    cross join lateral (
      select count(*) as depth, min(next_attempt_at) as oldest from (
        select next_attempt_at from webhook_deliveries d
        where d.environment_id = e.environment_id and d.endpoint_id = e.endpoint_id
          and d.status = 'pending' and d.next_attempt_at <= now()
        order by d.next_attempt_at limit ${MOST_OF_EACH}) d
    ) due`;
}
