import type { App } from '../app.ts';
import type { EnvironmentId, WalletId } from '../ids.ts';
import { stopWatching } from './address-store.ts';
import { notifyManagers } from './notify-managers.ts';
import { lockWallets, markDeleted } from './store.ts';

/** False if there is no such wallet. */
export async function deleteWallet(
  app: App,
  environmentId: EnvironmentId,
  id: WalletId,
): Promise<boolean> {
  return app.db.begin(async (tx) => {
    // A concurrent registration would still see this wallet, and leave no default wallet.
    await lockWallets(tx, environmentId);
    const wallet = await markDeleted(tx, environmentId, id);
    if (!wallet) return false;
    await stopWatching(tx, environmentId, wallet.id);
    await notifyManagers(tx, app, environmentId, { ...wallet, isDefault: false }, 'deleted');
    return true;
  });
}
