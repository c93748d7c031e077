import { randomBytes } from 'node:crypto';
import { AssetHash, ElementsValue, Transaction } from 'liquidjs-lib';
import type { ChainFailure, ChainPlace, ChainSource } from '../src/chain/port.ts';
import type { Opening, Unblinder } from '../src/liquid/output.ts';
import { LIQUID_NETWORKS, readLiquidAddress } from '../src/liquid/address.ts';
import { readOutputs, txIdOf } from '../src/liquid/read-outputs.ts';

/** An output as a test specifies it: hidden, with what a key makes of it, or unblinded. */
export type ScriptedOutput =
  | { readonly script: string; readonly asset: string; readonly units: bigint }
  | { readonly script: string; readonly opening: Opening };

/** A chain that answers as a test scripts it, and the thread that opens what is hidden there. */
export interface ScriptedChain {
  readonly source: ChainSource;
  readonly unblinder: Unblinder;
  /** What it was asked, and which outputs were opened. */
  readonly asked: string[];
  tip: number;
  /** While this is set, nobody answers. */
  failure: ChainFailure | undefined;
  /** Runs before each response. */
  before: (call: string) => Promise<void> | void;
  /** Puts a transaction into the block of that height, or into the mempool. @returns its id */
  put(outputs: readonly ScriptedOutput[], height?: number): string;
  /** What a key makes of an output from now on. */
  reveal(txId: string, vout: number, opening: Opening): void;
  /** Moves it to another block, or to the mempool; undefined: as if it had never existed. */
  move(txId: string, height: number | null | undefined, madeAt?: Date): void;
}

export function openScriptedChain(): ScriptedChain {
  const transactions = new Map<string, string>();
  const places = new Map<string, ChainPlace>();
  const openings = new Map<string, Opening>();
  const answer = async <Value>(call: string, value: () => Value): Promise<Value> => {
    chain.asked.push(call);
    await chain.before(call);
    if (chain.failure) throw chain.failure;
    return value();
  };
  const none = (): Promise<never> => Promise.reject(new Error('nobody asks for it'));
  const chain: ScriptedChain = {
    ...{ asked: [], tip: 100, failure: undefined, before: () => undefined },
    source: {
      readTip: () => answer('tip', () => chain.tip),
      readTransaction: (txId) =>
        answer(`transaction ${txId}`, () =>
          places.has(txId) ? transactions.get(txId) : undefined,
        ),
      readPlace: (txId) => answer(`place ${txId}`, () => places.get(txId)),
      listUnspent: none,
      listTransactions: (address) =>
        answer(`list ${address}`, () =>
          [...places].flatMap(([txId, place]) =>
            pays(transactions.get(txId), address) ? [{ txId, ...place }] : [],
          ),
        ),
    },
    unblinder: {
      open: async (hex, vout, key) => {
        chain.asked.push(`open ${vout} with ${key}`);
        return openings.get(`${txIdOf(hex)} ${vout}`) ?? { kind: 'closed' };
      },
      close: () => Promise.resolve(),
    },
    put: (outputs, height) => {
      const hex = hexOf(outputs);
      const txId = txIdOf(hex);
      transactions.set(txId, hex);
      for (const [vout, output] of outputs.entries()) {
        if ('opening' in output) chain.reveal(txId, vout, output.opening);
      }
      chain.move(txId, height ?? null);
      return txId;
    },
    reveal: (txId, vout, opening) => void openings.set(`${txId} ${vout}`, opening),
    move: (txId, height, madeAt) => {
      if (height === undefined) return void places.delete(txId);
      const block = height === null ? null : { height, hash: hashOf(height), madeAt };
      places.set(txId, { block });
    },
  };
  return chain;
}

function pays(hex: string | undefined, address: string): boolean {
  const script = readLiquidAddress(address, LIQUID_NETWORKS)?.script;
  return hex !== undefined && readOutputs(hex).some((output) => output.script === script);
}

/** Changes each time the block is replaced. */
const hashOf = (height: number): string =>
  randomBytes(28).toString('hex') + height.toString(16).padStart(8, '0');

/** It spends a coin that never existed, and what it hides is random. */
function hexOf(outputs: readonly ScriptedOutput[]): string {
  const transaction = new Transaction();
  transaction.version = 2;
  transaction.addInput(randomBytes(32), 0);
  const hidden = (kind: number): Buffer => Buffer.from([kind, ...randomBytes(32)]);
  for (const output of outputs) {
    const script = Buffer.from(output.script, 'hex');
    if ('opening' in output) transaction.addOutput(script, hidden(8), hidden(10), hidden(2));
    else {
      const value = ElementsValue.fromNumber(Number(output.units)).bytes;
      transaction.addOutput(script, value, AssetHash.fromHex(output.asset).bytes, Buffer.alloc(1));
    }
  }
  return transaction.toHex();
}
