import type { Environment } from '../accounts/environment.ts';
import type { Caps } from '../api-keys/api-key.ts';
import { findKeyById, writeCaps } from '../api-keys/store.ts';
import type { App } from '../app.ts';
import { type Person, personActor } from '../audits/audit.ts';
import { recordAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import type { ApiKeyId } from '../ids.ts';

interface Change {
  readonly keyId: ApiKeyId;
  /** Null lets the agent only read. */
  readonly caps: Caps | null;
  readonly by: Person;
  /** The IP address that the request came from. */
  readonly address: string;
}

/**
 * Changes what an agent may order from its next call on.
 * @throws ApiError not_found if the key is not an agent's, or was revoked
 */
export async function changeCaps(
  app: App,
  { id: environmentId, accountId, mode }: Environment,
  { keyId, caps, by, address }: Change,
) {
  return app.db.begin(async (tx) => {
    if (!(await writeCaps(tx, environmentId, keyId, caps))) throw new ApiError('not_found');
    const key = await findKeyById(tx, environmentId, keyId);
    if (!key) throw new ApiError('not_found');
    await recordAct(tx, {
      actor: personActor(by),
      action: 'changeKeyCaps',
      accountId,
      mode,
      subject: keyId,
      details: {
        perCallCents: caps?.perCallCents ?? null,
        perDayCents: caps?.perDayCents ?? null,
      },
      address,
    });
    return key;
  });
}
