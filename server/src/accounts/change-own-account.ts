import { ApiError } from '../errors.ts';
import type { AccountId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { type OwnAccount, readOwnAccount } from './read-own-account.ts';
import { changeShop, type Shop, type ShopChange } from './shop.ts';
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
    await updateShop(tx, id, changedShop(await getAccount(tx, id), change));
    return readOwnAccount(tx, id);
  });
}

/** Finds the invalid text by trying each one alone. */
export function changedShop(before: Shop, change: ShopChange): Shop {
  try {
    return changeShop(before, change);
  } catch {
    const fields = ['name', 'contact', 'website'] as const;
    const unfit = fields.find((field) => !fits(before, { [field]: change[field] }));
    throw new ApiError('invalid_request', { text: UNFIT[unfit ?? 'name'] });
  }
}

function fits(before: Shop, change: ShopChange): boolean {
  try {
    changeShop(before, change);
    return true;
  } catch {
    return false;
  }
}

const UNFIT = {
  name: {
    pt: 'O nome deve ter uma linha de até 80 caracteres visíveis. Vazio apaga.',
    en: 'The name must be one line of at most 80 printable characters. An empty one clears it.',
  },
  contact: {
    pt: 'O contato deve ter uma linha de até 120 caracteres visíveis. Vazio apaga.',
    en: 'The contact must be one line of at most 120 printable characters. An empty one clears it.',
  },
  website: {
    pt: 'O site deve ser um endereço https, sem senha, como https://loja.example. Vazio apaga.',
    en: 'The website must be an https address without a password, such as https://shop.example. An empty one clears it.',
  },
};
