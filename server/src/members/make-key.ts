import type { Environment } from '../accounts/environment.ts';
import { getAccount } from '../accounts/store.ts';
import type { Caps, Scope } from '../api-keys/api-key.ts';
import { createKey } from '../api-keys/create-key.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { SessionId, UserId } from '../ids.ts';
import { queueMailToManagers } from '../mails/store.ts';
import { isAllowed, type Role, scopesOf } from './member.ts';
import { holdActor, lockTeam } from './store.ts';

interface Maker {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly email: string;
}

interface Order {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresInDays?: number | undefined;
  readonly agent?: { readonly caps: Caps | null } | undefined;
}

/**
 * Checks the creator's permission again under the team's lock, since the key outlives the session.
 * @throws ApiError signed_out; not_found; not_permitted if the key could do what its creator may
 *   not
 */
export async function makeKey(
  app: App,
  { accountId, mode }: Environment,
  { id: sessionId, userId, email: by }: Maker,
  { name, scopes, expiresInDays, agent }: Order,
) {
  const order = { accountId, mode, scopes, name, expiresInDays, createdBy: userId, agent };
  return app.db.begin(async (tx) => {
    await lockTeam(tx, accountId);
    const actor = await holdActor(tx, sessionId, accountId);
    if (!actor) throw new ApiError('signed_out');
    if (actor.role === null) throw new ApiError('not_found');
    refuseBeyond(actor.role, order);
    const made = await createKey(tx, order);
    const { name: accountName } = await getAccount(tx, accountId);
    // The mail contains only the last characters of the key.
    const lastFour = made.key.slice(-4);
    const facts = { accountId, accountName, mode, keyName: name, lastFour, by };
    const mail = { accountId, kind: 'key_created', subject: made.id, facts } as const;
    await queueMailToManagers(tx, app.vault, mail);
    return { ...made, name, mode, scopes: [...scopes] };
  });
}

/** @throws ApiError not_permitted */
function refuseBeyond(role: Role, { scopes, agent }: Pick<Order, 'scopes' | 'agent'>): void {
  const makes = isAllowed(role, 'keys:manage', 'POST');
  const caps = !agent?.caps || isAllowed(role, 'agents:manage', 'POST');
  if (!makes || !caps) throw new ApiError('not_permitted');
  const beyond = scopes.find((scope) => !scopesOf(role).includes(scope));
  if (beyond === undefined) return;
  throw new ApiError('not_permitted', {
    text: {
      pt: `Seu papel nesta conta não permite dar o escopo ${beyond}.`,
      en: `Your role in this account does not allow granting the scope ${beyond}.`,
    },
  });
}
