/** What one transaction of the sandbox's chain pays: enough to build it again, bit for bit. */
export interface Transfer {
  /** Nobody else's, so that no two transactions have one id. */
  readonly salt: string;
  /** Of the receiver, in hex. */
  readonly script: string;
  /** In hex; null hides nothing. */
  readonly blindingPublicKey: string | null;
  /** The asset's id as people write it. */
  readonly asset: string;
  /** Of 10^-8. */
  readonly units: number;
  /** The asset that the range proof names although another is committed to. */
  readonly claimedAsset: string | null;
}

/** One cent of an asset with eight decimals. */
export const UNITS_PER_CENT = 1_000_000;

/** An asset that is worth nothing. */
export const WORTHLESS_ASSET = 'bad0a55e'.repeat(8);

/** The asset that Liquid's miners take, on its regression-test network. */
export const FEE_ASSET = '5ac9f65c0efcc4775e0baec4ec03abdde22473cd3cf33c0419ca290e0751b225';
export const FEE_UNITS = 300;
