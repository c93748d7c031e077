import type { App } from '../app.ts';
import type { Receiver } from '../liquid-address.ts';
import { buildTransfer } from './build-transfer.ts';
import type { NewTransaction } from './store.ts';
import type { Transfer } from './transfer.ts';

/** What is to be paid to whom, before it is known how the address hides it. */
export interface Order extends Omit<Transfer, 'script' | 'blindingPublicKey' | 'claimedAsset'> {
  readonly receiver: Receiver;
  readonly claimedAsset?: string;
}

/** Builds a transaction, which is on the chain once it is inserted. */
export async function transferFunds(
  { addressSeed }: App,
  { receiver, claimedAsset, ...order }: Order,
): Promise<NewTransaction> {
  const { script, blindingPublicKey, plainAddress } = receiver;
  const transfer = { ...order, script, blindingPublicKey, claimedAsset: claimedAsset ?? null };
  const { coin, payment } = await buildTransfer(addressSeed, transfer);
  return {
    ...transfer,
    txId: payment.getId(),
    coinTxId: coin.getId(),
    address: plainAddress,
    stripped: payment.toHex(),
  };
}
