/** An output as the transaction itself tells it, before any key is tried. */
export interface LiquidOutput {
  readonly vout: number;
  /** In hex; empty for a fee. */
  readonly script: string;
  readonly confidential: boolean;
  /** Both only of an explicit output. */
  readonly asset: string | undefined;
  readonly units: bigint | undefined;
}

/** What a blinding key makes of a confidential output. */
export type Opening =
  | {
      readonly kind: 'opened';
      /** The asset's id as people write it. */
      readonly asset: string;
      /** In units of 10^-8 for DePix. */
      readonly units: bigint;
      /** Both as explorers write them: their bytes the other way round, like those of an id. */
      readonly assetBlindingFactor: string;
      readonly valueBlindingFactor: string;
    }
  /** The key does not open it. */
  | { readonly kind: 'closed' }
  /** The key opens it, and what is written inside is not what the output commits to. */
  | { readonly kind: 'forged' };

/** Opens confidential outputs away from the thread that serves. */
export interface Unblinder {
  /** @param hex the transaction with its witnesses */
  open(hex: string, vout: number, blindingKey: string): Promise<Opening>;
  close(): Promise<void>;
}
