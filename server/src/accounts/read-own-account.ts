import type { AccountId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Environment, MODES } from './environment.ts';
import { ACCOUNT, type Account, listEnvironments } from './store.ts';

/** An account with its two environments. */
export interface OwnAccount extends Account {
  readonly createdAt: Date;
  readonly test: Environment;
  readonly live: Environment;
}

export async function readOwnAccount(db: Db | Tx, id: AccountId): Promise<OwnAccount> {
  const [account] = await db<Account & { createdAt: Date }>`
    select ${ACCOUNT}, created_at from accounts where id = ${id}`;
  const environments = await listEnvironments(db, id);
  const [test, live] = MODES.map((mode) =>
    environments.find((environment) => environment.mode === mode),
  );
  if (!account || !test || !live) throw new Error('an account without its row or an environment');
  return { ...account, test, live };
}
