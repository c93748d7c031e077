import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.ts';
import { type Claim, claimNewKey } from '../src/idempotency/claim.ts';
import { newId } from '../src/ids.ts';
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
