import { randomBytes } from 'node:crypto';
import { AssetHash, ElementsValue, Transaction } from 'liquidjs-lib';

export interface ExplicitOutput {
  /** In hex. */
  readonly script: string;
  readonly asset: string;
  readonly units: number;
}

/** A transaction that hides nothing, in hex; it spends a coin that never existed. */
export function explicitTransaction(outputs: readonly ExplicitOutput[]): string {
  const transaction = new Transaction();
  transaction.version = 2;
  transaction.addInput(randomBytes(32), 0);
  for (const { script, asset, units } of outputs) {
    transaction.addOutput(
      Buffer.from(script, 'hex'),
      ElementsValue.fromNumber(units).bytes,
      AssetHash.fromHex(asset).bytes,
      Buffer.alloc(1),
    );
  }
  return transaction.toHex();
}
