import { txIdOf } from '../liquid/read-outputs.ts';
import { openServer, type Server, type ServerOptions } from './open-server.ts';
import { ChainFailure, type ChainSource } from './port.ts';
import {
  toBlockHash,
  toBlockTime,
  toHeight,
  toOutputs,
  toPlace,
  toTransactions,
} from './translate.ts';

/** A source of which besides can be told which chain it is about. */
export interface Esplora extends ChainSource {
  /** The hash of the first block; undefined where the server cannot be asked for it. */
  readGenesis(): Promise<string | undefined>;
  /** When the newest block was made, so it says itself; undefined likewise. */
  readTipTime(): Promise<Date | undefined>;
}

const TIP_PATH = '/blocks/tip/height';
/** So long nobody asks for it again; whoever is told it reads a place after it. */
const TIP_REMEMBERED_MS = 5_000;
const SMALL_BYTES = 64 * 1_024;
/** The greatest block has 4 MB, so no transaction has more, and its hex is twice as long. */
const GREAT_BYTES = 8_000_000;
const TX_ID = /^[0-9a-f]{64}$/;

export function openEsplora(url: string, options: ServerOptions): Esplora {
  const server = openServer(url, TIP_PATH, options);
  const readTip = rememberTip(server);

  /** Undefined only where the server says so in its own words, and knows its chain otherwise. */
  const find = async (path: string): Promise<string | undefined> => {
    const { status, text } = await server.get(path, GREAT_BYTES);
    if (status !== 404) return textOf(status, text);
    if (!/^transaction not found\b/i.test(text.trim())) {
      throw new ChainFailure('it answers 404, as where no server of the chain is');
    }
    await readTip();
    return undefined;
  };
  const read = async <Value>(
    path: string,
    maxBytes: number,
    translate: (text: string) => Value | undefined,
  ): Promise<Value> => {
    const { status, text } = await server.get(path, maxBytes);
    return sense(translate(textOf(status, text)));
  };
  /** Smaller servers have fewer calls than the best known one, and answer 404 to the rest. */
  const readWhereKnown = async <Value>(
    path: string,
    translate: (text: string) => Value | undefined,
  ): Promise<Value | undefined> => {
    const { status, text } = await server.get(path, SMALL_BYTES);
    if (status === 404) return undefined;
    return sense(translate(textOf(status, text)));
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
      // No chain has a transaction of such a name.
      if (!TX_ID.test(id)) return undefined;
      const text = await find(`/tx/${id}/hex`);
      if (text === undefined) return undefined;
      const hex = text.trim().toLowerCase();
      if (idOf(hex) !== id) throw new ChainFailure('it answers with another transaction');
      return { hex };
    },
    // Its `/status` says of a transaction it never heard of what it says of one that waits.
    readPlace: async (txId) => {
      const id = txId.toLowerCase();
      if (!TX_ID.test(id)) return undefined;
      const text = await find(`/tx/${id}`);
      return text === undefined ? undefined : sense(toPlace(text, id));
    },
    listUnspent: (address) =>
      read(`/address/${encodeURIComponent(address)}/utxo`, GREAT_BYTES, toOutputs),
    listTransactions: (address) =>
      read(`/address/${encodeURIComponent(address)}/txs`, GREAT_BYTES, toTransactions),
  };
}

/** Asked by many at once, it is read once. */
function rememberTip(server: Server): () => Promise<number> {
  let known: { readonly until: number; readonly tip: Promise<number> } | undefined;
  const readIt = async (): Promise<number> => {
    const { status, text } = await server.get(TIP_PATH, SMALL_BYTES);
    return sense(toHeight(textOf(status, text)));
  };
  return () => {
    if (known && known.until > performance.now()) return known.tip;
    const tip = readIt();
    const reading = { until: performance.now() + TIP_REMEMBERED_MS, tip };
    known = reading;
    // A failure is nobody's answer but of those who waited for it.
    tip.catch(() => {
      if (known === reading) known = undefined;
    });
    return tip;
  };
}

function textOf(status: number, text: string): string {
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
