/** What anybody needs to verify a payment on the Liquid chain. */
export interface ChainProof {
  readonly version: number;
  readonly network: 'liquid' | 'testnet' | 'regtest';
  readonly depositId: string;
  readonly txid: string;
  readonly vout: number;
  readonly address: string;
  readonly script: string;
  readonly confidential: boolean;
  /** These three are null if they are hidden. */
  readonly asset: string | null;
  /** In units of 10^-8. */
  readonly amount: string | null;
  readonly amountCents: number | null;
  /** They open a hidden output; they cannot spend it. */
  readonly blindingFactors: { readonly asset: string; readonly amount: string } | null;
  /** In hex, without its witnesses: its id can be computed from it. */
  readonly transaction: string;
  readonly blockHash: string | null;
  readonly confirmations: number;
  readonly checkedAt: string | null;
}

export interface ProofQuery {
  /** Whether to include the blinding factors; true by default. */
  readonly blindingFactors?: boolean | undefined;
}
