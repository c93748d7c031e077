import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../src/platform/db.ts';
import type { Gateway } from './gateway.ts';
import { endOf, type PlannedOperation } from './plan.ts';

const LOOK_EVERY_MS = 1_000;

export interface Scene {
  readonly gateway: Gateway;
  readonly environmentId: string;
  readonly operations: readonly PlannedOperation[];
  readonly goodEndpointId: string;
}

/**
 * Leaves everything alone until nothing more is to come of it, or the time is up: what then still
 * hangs, the invariants name. @returns what was still open at the last look
 */
export async function untilSettled(scene: Scene, until: Date): Promise<string[]> {
  const db = await scene.gateway.openDatabase();
  try {
    for (;;) {
      const open = await findOpen(db, scene);
      if (open.length === 0 || Date.now() > until.getTime()) return open;
      await pause(LOOK_EVERY_MS);
    }
  } finally {
    await db.end();
  }
}

async function findOpen(db: Db, scene: Scene): Promise<string[]> {
  const { environmentId, operations, goodEndpointId } = scene;
  const [count] = await db<Record<string, number>>`
    select
      (select count(*) from idempotency_keys where state = 'running') as running_keys,
      (select count(*) from provider_inbox where due_at is not null) as inbox_notices,
      (select count(*) from sandbox.steps) as sandbox_steps,
      (select count(*) from sandbox.notices where state = 'owed') as sandbox_notices,
      (select count(*) from events where sequence is null) as unnumbered_events,
      (select count(*) from webhook_deliveries
        where environment_id = ${environmentId} and status = 'pending'
          and (endpoint_id = ${goodEndpointId} or lease_until is not null
            or next_attempt_at <= now())) as deliveries`;
  const rows = await db<{ externalId: string; status: string }>`
    select external_id, status from deposits where environment_id = ${environmentId}
    union all
    select external_id, status from withdrawals where environment_id = ${environmentId}`;
  const statuses = new Map(rows.map(({ externalId, status }) => [externalId, status]));
  const astray = operations.filter((one) => statuses.get(one.key) !== endOf(one)).length;
  return Object.entries({ ...count, operations: astray })
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${name}: ${String(number)}`);
}
