import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../src/platform/db.ts';
import { endOf, type PlannedOperation } from './operation.ts';
import type { Installation, Merchant } from './set-up.ts';

const LOOK_EVERY_MS = 1_000;
/** A lease of 30 s, then one of a minute for what was being delivered, and some slack. */
const TIMEOUT_MS = 120_000;

/**
 * Leaves everything alone until nothing more is to come, or time is up: the invariants name
 * whatever still hangs then. @returns what was open at the last look
 */
export async function untilSettled(
  place: Pick<Installation, 'withDatabase'>,
  merchant: Merchant,
  operations: readonly PlannedOperation[],
): Promise<string[]> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const open = await place
      .withDatabase((db) => findOpen(db, merchant, operations))
      .catch(() => ['the database is away']);
    if (open.length === 0 || performance.now() > deadline) return open;
    await pause(LOOK_EVERY_MS);
  }
}

/** A lease that a living process would have renewed or ended long before counts as a dead one's. */
const DEAD = { keySeconds: 15, deliverySeconds: 40 };
const HURRY_EVERY_MS = 2_000;

/** Ends the leases of dead processes early, until it is stopped. */
export async function hurryLeases(
  place: Pick<Installation, 'withDatabase'>,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await place.withDatabase(endDeadLeases).catch(() => undefined);
    await pause(HURRY_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

export async function endDeadLeases(db: Db): Promise<void> {
  await db`
    update idempotency_keys set lease_until = now()
    where state = 'running' and lease_until < now() + ${DEAD.keySeconds} * interval '1 second'`;
  await db`
    update webhook_deliveries set lease_until = now()
    where lease_until > now() and lease_until < now() + ${DEAD.deliverySeconds} * interval '1 second'`;
}

async function findOpen(
  db: Db,
  { environmentId, endpoints: [good] }: Merchant,
  operations: readonly PlannedOperation[],
): Promise<string[]> {
  const [counts] = await db<Record<string, number>>`
    select
      (select count(*) from idempotency_keys where state = 'running') as running_keys,
      (select count(*) from provider_inbox where due_at is not null) as inbox_notices,
      (select count(*) from sandbox.steps) as sandbox_steps,
      (select count(*) from sandbox.notices where state = 'owed') as sandbox_notices,
      (select count(*) from events where sequence is null) as unnumbered_events,
      (select count(*) from webhook_replays) as replays,
      (select count(*) from orphans join deposits using (provider_ref))
        as shown_orphans,
      (select count(*) from webhook_deliveries
        where environment_id = ${environmentId} and status = 'pending'
          and (endpoint_id = ${good.id} or lease_until is not null
            or next_attempt_at <= now())) as deliveries`;
  const rows = await db<{ externalId: string; status: string }>`
    select coalesce(external_id, attempt) as external_id, status from deposits d
      left join checkouts c on c.environment_id = d.environment_id and c.deposit_id = d.id
    where d.environment_id = ${environmentId}
    union all
    select external_id, status from withdrawals where environment_id = ${environmentId}`;
  const statuses = new Map(rows.map(({ externalId, status }) => [externalId, status]));
  const astray = operations.filter((one) => statuses.get(one.key) !== endOf(one)).length;
  return Object.entries({ ...counts, operations: astray })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${String(count)}`);
}
