/** What anybody needs to check a payment on the Liquid chain by themselves. */
export interface ChainProof {
  readonly version: number;
  readonly network: 'liquid' | 'testnet' | 'regtest';
  readonly depositId: string;
  readonly txid: string;
  readonly vout: number;
  readonly address: string;
  readonly script: string;
  readonly confidential: boolean;
  /** These three are null where nobody shows what is hidden. */
  readonly asset: string | null;
  /** In units of 10^-8. */
  readonly amount: string | null;
  readonly amountCents: number | null;
  /** They show a hidden output, and spend nothing. */
  readonly blindingFactors: { readonly asset: string; readonly amount: string } | null;
  /** In hex, without its witnesses: its id can be computed of it. */
  readonly transaction: string;
  readonly blockHash: string | null;
  readonly confirmations: number;
  readonly checkedAt: string | null;
}

export interface ProofQuery {
  /** Whether to show what opens a hidden output: yes unless told otherwise. */
  readonly blindingFactors?: boolean | undefined;
}
