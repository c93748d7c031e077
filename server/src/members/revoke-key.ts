import type { Environment } from '../accounts/environment.ts';
import { revokeKey as revoke } from '../api-keys/store.ts';
import type { App } from '../app.ts';
import { type Person, personActor } from '../audits/audit.ts';
import { recordAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import type { ApiKeyId } from '../ids.ts';

/**
 * Revokes a key. Once more changes nothing, and is not recorded as an act.
 * @throws ApiError not_found
 */
export async function revokeKey(
  app: App,
  { id: environmentId, accountId, mode }: Environment,
  { keyId, by, address }: { keyId: ApiKeyId; by: Person; address: string },
): Promise<void> {
  await app.db.begin(async (tx) => {
    const isNew = await revoke(tx, environmentId, keyId);
    if (isNew === undefined) throw new ApiError('not_found');
    if (!isNew) return;
    const act = { actor: personActor(by), action: 'revokeKey', accountId, mode, subject: keyId };
    await recordAct(tx, { ...act, address });
  });
}
