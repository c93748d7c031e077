import { MAX_HEX_LENGTH } from '../liquid/parse-transaction.ts';
import { txIdOf } from '../liquid/read-outputs.ts';
import { cachePromise } from '../platform/cache-promise.ts';
import { type Answer, openServer, type ServerOptions } from './open-server.ts';
import { ChainFailure, type ChainSource } from './port.ts';
import {
  toBlockHash,
  toBlockTime,
  toHeight,
  toOutputs,
  toPlace,
  toTransactions,
} from './translate.ts';

/** A chain source that can also be asked which chain it is on. */
export interface Esplora extends ChainSource {
  /** The hash of the first block; undefined if the server has no such call. */
  readGenesis(): Promise<string | undefined>;
  /** The timestamp of the newest block; undefined likewise. */
  readTipTime(): Promise<Date | undefined>;
}

const TIP_PATH = '/blocks/tip/height';
/** For how long it is cached; callers read a transaction's place after it. */
const TIP_CACHED_MS = 5_000;
const SMALL_BYTES = 64 * 1_024;
/** For a transaction, and as much for a list. */
const LARGE_BYTES = MAX_HEX_LENGTH;
const TX_ID = /^[0-9a-f]{64}$/;

export function openEsplora(url: string, options: ServerOptions): Esplora {
  const server = openServer(url, TIP_PATH, options);
  const read = async <Value>(
    path: string,
    maxBytes: number,
    translate: (text: string) => Value | undefined,
  ): Promise<Value> => sense(translate(textOf(await server.get(path, maxBytes))));
  const readTip = cachePromise(() => read(TIP_PATH, SMALL_BYTES, toHeight), TIP_CACHED_MS);

  /** Undefined only if the server says so in its own words, and otherwise knows its chain. */
  const find = async (path: string): Promise<string | undefined> => {
    const answer = await server.get(path, LARGE_BYTES);
    if (answer.status !== 404) return textOf(answer);
    if (!/^transaction not found\b/i.test(answer.text.trim())) {
      throw new ChainFailure('it answers 404, as where no server of the chain is');
    }
    await readTip();
    return undefined;
  };
  /** Smaller servers lack some calls of the best-known one, and answer 404 to them. */
  const readWhereKnown = async <Value>(
    path: string,
    translate: (text: string) => Value | undefined,
  ): Promise<Value | undefined> => {
    const answer = await server.get(path, SMALL_BYTES);
    return answer.status === 404 ? undefined : sense(translate(textOf(answer)));
  };

  return {
    readTip,
    readGenesis: () => readWhereKnown('/block-height/0', toBlockHash),
    readTipTime: async () => {
      const hash = await readWhereKnown('/blocks/tip/hash', toBlockHash);
      return hash === undefined ? undefined : readWhereKnown(`/block/${hash}`, toBlockTime);
    },
    readTransaction: async (txId) => {
      const id = txId.toLowerCase();
      // Anything else cannot be the id of a transaction.
      if (!TX_ID.test(id)) return undefined;
      const text = await find(`/tx/${id}/hex`);
      if (text === undefined) return undefined;
      const hex = text.trim().toLowerCase();
      if (idOf(hex) !== id) throw new ChainFailure('it answers with another transaction');
      return hex;
    },
    // Not from `/status`: it says the same about an unknown transaction as about a pending one.
    readPlace: async (txId) => {
      const id = txId.toLowerCase();
      if (!TX_ID.test(id)) return undefined;
      const text = await find(`/tx/${id}`);
      return text === undefined ? undefined : sense(toPlace(text, id));
    },
    listUnspent: (address) =>
      read(`/address/${encodeURIComponent(address)}/utxo`, LARGE_BYTES, toOutputs),
    listTransactions: (address) =>
      read(`/address/${encodeURIComponent(address)}/txs`, LARGE_BYTES, toTransactions),
  };
}

function textOf({ status, text }: Answer): string {
  if (status === 200) return text;
  throw new ChainFailure(`it answers ${String(status)}`);
}

function sense<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ChainFailure('it answers with what makes no sense');
  return value;
}

function idOf(hex: string): string | undefined {
  try {
    return txIdOf(hex);
  } catch {
    return undefined;
  }
}
