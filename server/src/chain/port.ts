/** What we need of whoever watches the Liquid chain for us. Nothing of it is believed unseen. */
export interface ChainSource {
  /** The height of the newest block. */
  readTip(): Promise<number>;
  /** A transaction that has the id it is asked by; undefined only where the server knows none. */
  readTransaction(txId: string): Promise<ChainTransaction | undefined>;
  /** Where a transaction stands; undefined only where the server knows none. */
  readPlace(txId: string): Promise<ChainPlace | undefined>;
  /** The outputs of an address that nothing spends, so the server says. */
  listUnspent(address: string): Promise<readonly ChainOutput[]>;
  /** What ever touched an address: the newest, and how many there are at least. */
  listTransactions(address: string): Promise<readonly ListedTransaction[]>;
}

/** In a block, or waiting for one. */
export interface ChainPlace {
  readonly block: { readonly height: number; readonly hash: string } | null;
}

export interface ChainTransaction {
  /** As the network carries it, witnesses included. */
  readonly hex: string;
}

export interface ChainOutput {
  readonly txId: string;
  readonly vout: number;
}

export interface ListedTransaction extends ChainPlace {
  readonly txId: string;
}

/**
 * No answer that can be believed: a time-out, a refusal, a page of HTML, a transaction that has
 * another id. It says nothing about the chain, least of all that something is not there.
 */
export class ChainFailure extends Error {
  override readonly name = 'ChainFailure';
  /** Until asking again may help, where that is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** How many blocks hold a transaction, its own included. */
export function confirmationsOf({ block }: ChainPlace, tip: number): number {
  return block === null ? 0 : Math.max(1, tip - block.height + 1);
}
