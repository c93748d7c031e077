import type { App } from '../app.ts';
import type { NewTransaction } from '../chain/store.ts';
import { UNITS_PER_CENT, WORTHLESS_ASSET } from '../chain/transfer.ts';
import { transferFunds } from '../chain/transfer-funds.ts';
import { newId } from '../ids.ts';
import { readReceiver } from '../liquid-address.ts';
import { arrivalOf, type Funding, type Withdrawal } from './withdrawal.ts';

/**
 * The merchant's payment. One that is not as requested is unblinded, so that anyone can see why.
 */
export function payDepositAddress(
  app: App,
  withdrawal: Withdrawal,
  funding: Funding,
): Promise<NewTransaction> {
  const receiver = readReceiver(withdrawal.depositAddress);
  if (!receiver) throw new Error('a withdrawal has an address that cannot be read');
  const cents = arrivalOf(withdrawal, funding);
  const isAsAsked = cents === withdrawal.depositAmountInCents && !funding.wrongAsset;
  return transferFunds(app, {
    salt: newId(),
    receiver: isAsAsked ? receiver : { ...receiver, blindingPublicKey: null },
    asset: funding.wrongAsset ? WORTHLESS_ASSET : app.config.depixAssetId,
    units: cents * UNITS_PER_CENT,
  });
}
