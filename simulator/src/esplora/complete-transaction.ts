import type { App } from '../app.ts';
import { buildCoin } from '../chain/build-transfer.ts';
import { type ChainTransaction, keepComplete } from '../chain/store.ts';

/** A transaction with its witnesses, which are made when first requested, and stored. */
export async function completeTransaction(
  app: App,
  pair: ChainTransaction,
  txId: string,
): Promise<Buffer> {
  if (pair.coinTxId === txId) return buildCoin(app.addressSeed, pair).toBuffer();
  if (pair.complete) return pair.complete;
  const { salt, script, blindingPublicKey, asset, units, claimedAsset } = pair;
  const transfer = { salt, script, blindingPublicKey, asset, units, claimedAsset };
  const complete = await app.prover.prove(transfer);
  await keepComplete(app.db, txId, complete);
  return complete;
}
