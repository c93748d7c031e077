import type { AccountId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { type OwnAccount, readOwnAccount } from './read-own-account.ts';
import { changeShop, type ShopChange } from './shop.ts';
import { getAccount, lockEnvironments, updateShop } from './store.ts';

/**
 * Changes what payers see of an account, as its members may.
 * @throws ApiError invalid_request that says which text is invalid
 */
export async function changeOwnAccount(
  db: Db,
  id: AccountId,
  change: ShopChange,
): Promise<OwnAccount> {
  return db.begin(async (tx) => {
    // All texts are written together, so a concurrent change must not come between.
    await lockEnvironments(tx, id);
    await updateShop(tx, id, changeShop(await getAccount(tx, id), change));
    return readOwnAccount(tx, id);
  });
}
