import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../src/platform/db.ts';
import type { Gateway } from './gateway.ts';
import { endOf, type PlannedOperation } from './plan.ts';
import type { Merchant } from './set-up.ts';

const LOOK_EVERY_MS = 1_000;
/** A lease of 30 s, then one of a minute for what was being delivered, and air. */
const PATIENCE_MS = 120_000;

/**
 * Leaves everything alone until nothing more is to come of it, or patience ends: what then still
 * hangs, the invariants name. @returns what was open at the last look
 */
export async function untilSettled(
  gateway: Gateway,
  merchant: Merchant,
  operations: readonly PlannedOperation[],
): Promise<string[]> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const open = await gateway
      .withDatabase((db) => findOpen(db, merchant, operations))
      .catch(() => ['the database is away']);
    if (open.length === 0 || Date.now() > deadline) return open;
    await pause(LOOK_EVERY_MS);
  }
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
      (select count(*) from orphans join deposits using (provider_ref))
        as shown_orphans,
      (select count(*) from webhook_deliveries
        where environment_id = ${environmentId} and status = 'pending'
          and (endpoint_id = ${good.id} or lease_until is not null
            or next_attempt_at <= now())) as deliveries`;
  const rows = await db<{ externalId: string; status: string }>`
    select external_id, status from deposits where environment_id = ${environmentId}
    union all
    select external_id, status from withdrawals where environment_id = ${environmentId}`;
  const statuses = new Map(rows.map(({ externalId, status }) => [externalId, status]));
  const astray = operations.filter((one) => statuses.get(one.key) !== endOf(one)).length;
  return Object.entries({ ...counts, operations: astray })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${String(count)}`);
}
