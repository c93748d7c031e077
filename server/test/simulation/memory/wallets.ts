/** Replaces `wallets/store.ts`. */
export * from '../../../src/wallets/store.ts';
import type * as real from '../../../src/wallets/store.ts';
import { statement } from './connection.ts';
import { wallets } from './tables.ts';

/** The first is the default. */
export const findWalletForDeposit: typeof real.findWalletForDeposit = (db, environmentId, id) =>
  statement(db, 'findWallet', (s) => {
    const found = s
      .all(wallets)
      .find((row) => row.environmentId === environmentId && (!id || row.id === id));
    return found && { ...found, hasDescriptor: false };
  });
