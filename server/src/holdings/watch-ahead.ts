import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../app.ts';
import { addressAt } from '../liquid/descriptor.ts';
import { insertAddresses, type WalletAddress } from '../wallets/address-store.ts';
import { openDescriptor } from '../wallets/open-keys.ts';
import { GAP_LIMIT } from '../wallets/wallet.ts';
import type { WatchedAddress } from './holding.ts';
import { listUnwatched } from './store.ts';

/**
 * Watches a descriptor's addresses as far beyond a used one as wallets scan for coins (gap limit);
 * the first address triggers this for the beginning of every branch.
 */
export async function watchAhead(
  { db, vault }: Pick<App, 'db' | 'vault'>,
  address: WatchedAddress,
  isUsed: boolean,
): Promise<void> {
  const { environmentId, walletId, branch, position, network } = address;
  const isFirst = branch === 0 && position === 0;
  if (address.descriptor === null || !(isFirst || isUsed)) return;
  const descriptor = openDescriptor(vault, network, address.descriptor);
  for (const each of isFirst ? descriptor.branches : [branch]) {
    const upTo = each === branch && isUsed ? position + GAP_LIMIT : GAP_LIMIT - 1;
    const missing = await listUnwatched(db, address, each, upTo);
    const made: WalletAddress[] = [];
    for (const at of missing) {
      const { address: liquid } = addressAt(descriptor, network, each, at);
      made.push({ branch: each, position: at, liquidAddress: liquid.address });
      // Each takes some milliseconds, so other jobs get a turn.
      await nextTurn();
    }
    if (made.length > 0) await insertAddresses(db, environmentId, walletId, made);
  }
}
