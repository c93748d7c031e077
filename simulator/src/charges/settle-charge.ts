import type { App } from '../app.ts';
import type { NewTransaction } from '../chain/store.ts';
import { transferFunds } from '../chain/transfer-funds.ts';
import { depositAddressOf, readReceiver, type Receiver } from '../liquid-address.ts';
import type { Charge } from './charge.ts';
import { settlementOf } from './settlement.ts';

/** What a charge is owed, as a transaction; `isMade`: whether it also goes on the chain. */
export interface Settlement {
  readonly transaction: NewTransaction;
  readonly isMade: boolean;
}

/** Settling the same charge always gives the same transaction. */
export async function settleCharge(app: App, charge: Charge): Promise<Settlement> {
  const { chainFault } = charge;
  const receiver = receiverOf(app, charge);
  const isOpen = chainFault === 'unblinded';
  const transaction = await transferFunds(app, {
    salt: charge.id,
    receiver: isOpen ? { ...receiver, blindingPublicKey: null } : receiver,
    ...settlementOf(charge, app.config),
    ...(chainFault === 'forged' && { claimedAsset: app.config.depixAssetId }),
  });
  return { transaction, isMade: chainFault !== 'missing' };
}

/** A charge without an address is paid to the partner's own account at the provider. */
function receiverOf({ addressSeed }: App, charge: Charge): Receiver {
  const isElsewhere = charge.chainFault === 'other_address' || charge.depixAddress === null;
  const own = isElsewhere ? null : charge.depixAddress;
  const receiver = readReceiver(own ?? depositAddressOf(addressSeed, `account ${charge.partner}`));
  if (!receiver) throw new Error('a charge has an address that cannot be read');
  return own === null ? { ...receiver, blindingPublicKey: null } : receiver;
}
