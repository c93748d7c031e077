import { address, AssetHash, ElementsValue, networks, Transaction } from 'liquidjs-lib';
import { blockHashOf, blockTimeOf } from '../chain/block.ts';
import { buildCoin } from '../chain/build-transfer.ts';
import type { ChainTransaction, Tip } from '../chain/store.ts';

/** What responses are made from: members that a node leaves out are left out here too. */
export interface Scene {
  readonly seed: Buffer;
  readonly tip: Tip;
}

/** One of a pair of transactions: the payment, or the coin that it spends. */
export interface Shown {
  readonly transaction: Transaction;
  readonly pair: ChainTransaction;
  readonly isCoin: boolean;
}

export function shownOf({ seed }: Scene, pair: ChainTransaction, txId: string): Shown {
  const isCoin = pair.coinTxId === txId;
  return {
    transaction: isCoin ? buildCoin(seed, pair) : Transaction.fromBuffer(pair.stripped),
    pair,
    isCoin,
  };
}

export function statusView({ seed, tip }: Scene, { pair, isCoin }: Omit<Shown, 'transaction'>) {
  const height = isCoin ? pair.coinHeight : pair.blockHeight;
  if (height === null || height > tip.tip) return { confirmed: false };
  return {
    confirmed: true,
    block_height: height,
    block_hash: blockHashOf(seed, height, isCoin ? pair.coinBranch : pair.branch),
    block_time: blockTimeOf(tip, height),
  };
}

/** Without sizes and witnesses, which are only made when the raw transaction is requested. */
export function transactionView(scene: Scene, shown: Shown): object {
  const { transaction, pair, isCoin } = shown;
  const { outs: coins } = buildCoin(scene.seed, pair);
  const ins = transaction.ins.map(({ hash, index, script: text, sequence }) => ({
    txid: Buffer.from(hash).reverse().toString('hex'),
    vout: index,
    prevout: isCoin || !coins[index] ? null : outputView(coins[index], pair, true),
    scriptsig: text.toString('hex'),
    is_coinbase: isCoin,
    is_pegin: false,
    sequence,
  }));
  return {
    txid: transaction.getId(),
    version: transaction.version,
    locktime: transaction.locktime,
    vin: ins,
    vout: transaction.outs.map((out) => outputView(out, pair, isCoin)),
    fee: isCoin ? 0 : feeOf(transaction),
    status: statusView(scene, shown),
  };
}

type Output = Transaction['outs'][number];

function outputView(out: Output, pair: ChainTransaction, isCoin: boolean): object {
  return {
    scriptpubkey: out.script.toString('hex'),
    scriptpubkey_type: typeOf(out.script),
    ...(out.script.length > 0 && {
      scriptpubkey_address: isCoin
        ? address.fromOutputScript(out.script, networks.testnet)
        : pair.address,
    }),
    ...amountView(out),
  };
}

/** As far as the output itself reveals it. */
function amountView(out: Pick<Output, 'value' | 'asset'>): object {
  const value = ElementsValue.fromBytes(out.value);
  if (value.isConfidential) {
    return { valuecommitment: value.hex, assetcommitment: out.asset.toString('hex') };
  }
  return { value: value.number, asset: AssetHash.fromBytes(out.asset).hex };
}

export function unspentView(scene: Scene, shown: Shown): object {
  const [out] = shown.transaction.outs;
  if (!out) throw new Error('a payment without an output');
  return {
    txid: shown.pair.txId,
    vout: 0,
    status: statusView(scene, shown),
    ...amountView(out),
    ...(out.nonce.length > 1 && { noncecommitment: out.nonce.toString('hex') }),
  };
}

/** A payment's outputs are never spent, and its coin only by the payment. */
export function outspendsView(scene: Scene, shown: Shown): object[] {
  const { transaction, pair, isCoin } = shown;
  return transaction.outs.map((_, index) =>
    isCoin && pair.blockHeight !== null
      ? {
          spent: true,
          txid: pair.txId,
          vin: index,
          status: statusView(scene, { pair, isCoin: false }),
        }
      : { spent: false },
  );
}

function feeOf({ outs }: Transaction): number {
  const fee = outs.find((out) => out.script.length === 0);
  return fee ? ElementsValue.fromBytes(fee.value).number : 0;
}

const SCRIPT_TYPES: readonly [RegExp, string][] = [
  [/^$/, 'fee'],
  [/^0014.{40}$/, 'v0_p2wpkh'],
  [/^0020.{64}$/, 'v0_p2wsh'],
  [/^5120.{64}$/, 'v1_p2tr'],
  [/^76a914.{40}88ac$/, 'p2pkh'],
  [/^a914.{40}87$/, 'p2sh'],
];

function typeOf(text: Buffer): string {
  const hex = text.toString('hex');
  return SCRIPT_TYPES.find(([pattern]) => pattern.test(hex))?.[1] ?? 'unknown';
}
