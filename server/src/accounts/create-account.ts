import type { Db, Tx } from '../platform/db.ts';
import { newId } from '../ids.ts';
import { readEmail } from './read-email.ts';
import { changeShop, NO_SHOP } from './shop.ts';
import { type Account, insertAccount } from './store.ts';

/** The e-mail address already has an account, perhaps created concurrently. */
export class EmailTakenError extends Error {
  constructor() {
    super('this e-mail address already has an account');
  }
}

/**
 * Creates a confirmed account with a test and a live environment.
 * @param name what payers see; it can be set later
 * @throws EmailTakenError
 * @throws Error if the e-mail address or the name is invalid
 */
export async function createAccount(
  db: Db | Tx,
  givenEmail: string,
  name?: string,
): Promise<Account> {
  const email = readEmail(givenEmail);
  if (email === undefined) throw new Error('that is not an e-mail address');
  const account = await insertAccount(db, {
    id: newId('acc'),
    email,
    name: changeShop(NO_SHOP, { name }).name,
    testId: newId('env'),
    liveId: newId('env'),
  });
  if (!account) throw new EmailTakenError();
  return account;
}
