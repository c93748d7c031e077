import { createAccount, EmailTakenError } from '../accounts/create-account.ts';
import { type AccountId, newId, type UserId } from '../ids.ts';
import { insertMembership } from '../members/store.ts';
import type { Tx } from '../platform/db.ts';
import type { Language } from '../refusals.ts';
import { insertUser } from './store.ts';

export interface NewAccount {
  readonly email: string;
  readonly name?: string | undefined;
  readonly language?: Language | undefined;
  readonly passwordHash?: string | null | undefined;
}

export interface OpenedAccount {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly email: string;
  readonly name: string | null;
}

/**
 * Creates a confirmed account and its owner together. Without a password, the owner requests one by
 * mail.
 * @throws EmailTakenError
 * @throws Error if the e-mail address or the name is invalid
 */
export async function openAccount(tx: Tx, order: NewAccount): Promise<OpenedAccount> {
  const { accountId, email, name } = await createAccount(tx, order.email, order.name);
  const user = await insertUser(tx, {
    id: newId('usr'),
    email,
    language: order.language ?? 'pt',
    passwordHash: order.passwordHash ?? null,
  });
  if (!user) throw new EmailTakenError();
  await insertMembership(tx, accountId, user.id, 'owner');
  return { accountId, userId: user.id, email, name };
}
