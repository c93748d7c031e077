import type { Environment } from '../accounts/environment.ts';
import { getAccount } from '../accounts/store.ts';
import type { Caps, Scope } from '../api-keys/api-key.ts';
import { createKey } from '../api-keys/create-key.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { UserId } from '../ids.ts';
import { queueMailToManagers } from '../mails/store.ts';
import { isAllowed, type Role, scopesOf } from './member.ts';

interface Maker {
  readonly session: { readonly userId: UserId; readonly email: string };
  readonly role: Role;
}

interface Order {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresInDays?: number | undefined;
  readonly agent?: { readonly caps: Caps | null } | undefined;
}

/** @throws ApiError not_permitted when the key could do what its maker may not */
export async function makeKey(
  app: App,
  { accountId, mode }: Environment,
  { session, role }: Maker,
  { name, scopes, expiresInDays, agent }: Order,
) {
  if (agent?.caps && !isAllowed(role, 'agents:manage', 'POST')) {
    throw new ApiError('not_permitted');
  }
  const beyond = scopes.find((scope) => !scopesOf(role).includes(scope));
  if (beyond !== undefined) {
    throw new ApiError('not_permitted', {
      text: {
        pt: `Seu papel nesta conta não permite dar o escopo ${beyond}.`,
        en: `Your role in this account does not allow giving the scope ${beyond}.`,
      },
    });
  }
  const { userId, email: by } = session;
  const order = { accountId, mode, scopes, name, expiresInDays, createdBy: userId, agent };
  return app.db.begin(async (tx) => {
    const made = await createKey(tx, order);
    const { name: accountName } = await getAccount(tx, accountId);
    const at = new Date().toISOString();
    // Of the key itself no more than its end.
    const lastFour = made.key.slice(-4);
    const facts = { accountId, accountName, mode, keyName: name, lastFour, by, at };
    const mail = { accountId, kind: 'key_created', subject: made.id, facts } as const;
    await queueMailToManagers(tx, app.vault, mail);
    return { ...made, name, mode, scopes: [...scopes] };
  });
}
