import type { Db, Tx } from '../platform/db.ts';
import { newId } from '../ids.ts';
import { readEmail } from './read-email.ts';
import { changeShop, NO_SHOP } from './shop.ts';
import { type Account, insertAccount } from './store.ts';

/** Whoever has the address has an account, maybe since this very moment. */
export class AddressTakenError extends Error {
  constructor() {
    super('this e-mail address already has an account');
  }
}

/**
 * An account, confirmed at once, with a test and a live environment.
 * @param name what payers are to read; it can be told later
 * @throws AddressTakenError
 * @throws Error when the address is not one, or the name cannot be
 */
export async function createAccount(db: Db | Tx, address: string, name?: string): Promise<Account> {
  const email = readEmail(address);
  if (email === undefined) throw new Error('that is not an e-mail address');
  const account = await insertAccount(db, {
    id: newId('acc'),
    email,
    name: changeShop(NO_SHOP, { name }).name,
    testId: newId('env'),
    liveId: newId('env'),
  });
  if (!account) throw new AddressTakenError();
  return account;
}
