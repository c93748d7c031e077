/** What one transaction on the sandbox's chain pays: enough to rebuild it bit for bit. */
export interface Transfer {
  /** Unique, so that no two transactions have the same id. */
  readonly salt: string;
  /** The receiver's script, in hex. */
  readonly script: string;
  /** In hex; null hides nothing. */
  readonly blindingPublicKey: string | null;
  /** The asset's id as people write it. */
  readonly asset: string;
  /** In units of 10^-8. */
  readonly units: number;
  /** The asset that the range proof names although the output commits to another. */
  readonly claimedAsset: string | null;
}

/** One cent of an asset with eight decimals. */
export const UNITS_PER_CENT = 1_000_000;

/** A worthless asset. */
export const WORTHLESS_ASSET = 'bad0a55e'.repeat(8);

/** The asset that Liquid's miners take, on its regression-test network. */
export const FEE_ASSET = '5ac9f65c0efcc4775e0baec4ec03abdde22473cd3cf33c0419ca290e0751b225';
export const FEE_UNITS = 300;
