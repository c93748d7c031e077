/** An output as the transaction shows it, without any key. */
export interface LiquidOutput {
  readonly vout: number;
  /** In hex; empty for a fee. */
  readonly script: string;
  readonly confidential: boolean;
  /** Asset and units are known for explicit outputs only. */
  readonly asset: string | undefined;
  readonly units: bigint | undefined;
}

export interface Opened {
  readonly kind: 'opened';
  /** The asset's id as people write it. */
  readonly asset: string;
  /** In units of 10^-8 for DePix. */
  readonly units: bigint;
  /** Both as explorers display them: byte-reversed, like ids. */
  readonly assetBlindingFactor: string;
  readonly valueBlindingFactor: string;
}

/** The result of unblinding a confidential output. */
export type Opening =
  | Opened
  /** The key does not open it. */
  | { readonly kind: 'closed' }
  /** The key fits, but the output does not commit to what is written inside. */
  | { readonly kind: 'forged' };

/** Unblinds confidential outputs off the main thread. */
export interface Unblinder {
  /** @param hex the transaction with its witnesses */
  open(hex: string, vout: number, blindingKey: string): Promise<Opening>;
  close(): Promise<void>;
}
