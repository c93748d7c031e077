import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.ts';
import { type Claim, claimNewKey } from '../src/idempotency/claim.ts';
import { type EnvironmentId, newId } from '../src/ids.ts';
import type { Db } from '../src/platform/db.ts';
import type { TestTenant } from './app.ts';

/** A deposit whose call has been in flight since then; nothing waits for it. */
export async function claimedSince(
  app: App,
  { environment }: Pick<TestTenant, 'environment'>,
  since: Date,
): Promise<Claim> {
  const claim = await claimNewKey(app, {
    ...{ environmentId: environment.id, mode: environment.mode, key: randomUUID() },
    ...{ operation: 'deposit', resourceId: newId('dep'), nonce: randomUUID(), intent: {} },
    fingerprint: Buffer.alloc(32),
  });
  if (!claim) throw new Error('the key is new');
  await app.db`
    update idempotency_keys set updated_at = ${since}
    where environment_id = ${claim.environmentId} and key = ${claim.key}`;
  return claim;
}

/** As if the processes that work on an environment's keys had died half a minute ago. */
export async function expireLeases(db: Db, environmentId: EnvironmentId): Promise<void> {
  await db`
    update idempotency_keys set lease_until = now() - interval '1 second'
    where environment_id = ${environmentId} and state = 'running'`;
}
