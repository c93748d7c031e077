import { MINUTE_MS, SECOND_MS } from '../durations.ts';

/** What we need from a server that watches the Liquid chain. Its answers are verified. */
export interface ChainSource {
  /** The height of the newest block. */
  readTip(): Promise<number>;
  /**
   * The transaction with this id, which has been verified, in hex with its witnesses; undefined
   * only if the server denies it.
   */
  readTransaction(txId: string): Promise<string | undefined>;
  /** Where a transaction is; undefined only if the server does not know it. */
  readPlace(txId: string): Promise<ChainPlace | undefined>;
  /** The unspent outputs of an address, according to the server. */
  listUnspent(address: string): Promise<readonly ChainOutput[]>;
  /** The newest transactions of an address; together, a lower bound of how many there are. */
  listTransactions(address: string): Promise<readonly ListedTransaction[]>;
}

/** Liquid makes a block per minute, and not more often; the sandbox's blocks come faster. */
export const BLOCK_MS = { live: MINUTE_MS, test: SECOND_MS } as const;

interface ChainBlock {
  readonly height: number;
  readonly hash: string;
  /** By the clock of who made it; undefined if the server does not say. */
  readonly madeAt?: Date | undefined;
}

/** In a block, or still waiting for one. */
export interface ChainPlace {
  readonly block: ChainBlock | null;
}

export interface ChainOutput {
  readonly txId: string;
  readonly vout: number;
}

export interface ListedTransaction extends ChainPlace {
  readonly txId: string;
}

/**
 * There is no credible answer: a timeout, a refusal, an HTML page, a transaction with another id.
 * This says nothing about the chain, least of all that something is not there.
 */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure';
  /** When a retry may help, if that is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The number of blocks on top of the transaction, including its own. */
export function confirmationsOf({ block }: ChainPlace, tip: number): number {
  return block === null ? 0 : Math.max(1, tip - block.height + 1);
}
