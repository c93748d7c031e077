import { hasStatus, type Intent, intentOf, type OrderOptions } from './orders.ts';
import type { ChainProof, ProofQuery } from './proofs.ts';
import { type CallOptions, type Client, type Named, path } from './request.ts';
import { waitUntilFinal } from './waits.ts';

export type DepositStatus = 'PENDING' | 'CONFIRMED' | 'FAILED' | 'REFUNDED';

export interface DepositOrder {
  /** The amount of the order in cents, 200 to 600000. */
  readonly amountCents: number;
  /** The payer's CPF or CNPJ, without punctuation; letters only if the operator allows them. */
  readonly taxId: string;
  /** The wallet that receives; the default wallet if absent. */
  readonly walletId?: string;
  /** Whether the payer pays the fee on top; true by default. */
  readonly passFeesToPayer?: boolean;
  /** Your own name for the order, returned wherever the order is. */
  readonly externalId?: string;
}

export interface NewDeposit {
  readonly id: string;
  readonly status: DepositStatus;
  readonly amountCents: number;
  readonly feeCents: number;
  /** What the payer pays. */
  readonly totalCents: number;
  /** What the wallet gets. */
  readonly netCents: number;
  /** The Pix code to copy and paste into the payer's bank app. */
  readonly pixQrCode: string;
  /** The URL of the same code as a picture. */
  readonly pixQrImage: string;
  readonly walletId: string;
  readonly passFeesToPayer: boolean;
  readonly externalId: string | null;
  readonly expiresAt: string;
  readonly createdAt: string;
}

export interface Deposit {
  readonly id: string;
  readonly status: DepositStatus;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly totalCents: number;
  readonly netCents: number;
  /** What the provider really sends. */
  readonly settledCents: number;
  /** What was paid, if known. */
  readonly paidCents: number | null;
  readonly walletId: string;
  readonly blockchainTxId: string | null;
  readonly failureReason: string | null;
  readonly externalId: string | null;
  readonly paymentLinkId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly confirmedAt: string | null;
  readonly failedAt: string | null;
  readonly refundedAt: string | null;
  readonly chain: DepositChain;
}

/** What the Liquid chain itself shows of the payment to the wallet. It never changes the status. */
export interface DepositChain {
  /** `unobservable`: it pays the address, but the amount is hidden from the gateway. */
  readonly state: 'unchecked' | 'seen' | 'confirmed' | 'mismatch' | 'unobservable';
  readonly confirmations: number;
  readonly checkedAt: string | null;
  /** Both are null if they cannot be known. */
  readonly assetOk: boolean | null;
  readonly amountOk: boolean | null;
}

/** A deposit as it appears in webhooks and the journal. */
export type DepositEventData = Omit<Deposit, 'chain'>;

export type FinalDeposit = Deposit & { readonly status: Exclude<DepositStatus, 'PENDING'> };

export type Deposits = ReturnType<typeof openDeposits>;

export function openDeposits(client: Client) {
  const intent = (order: DepositOrder, key?: string): Intent<DepositOrder, NewDeposit> =>
    intentOf(client, '/v1/api/deposit', order, key);
  const look = (deposit: Named) =>
    ({
      method: 'GET',
      path: path`/v1/api/deposit/${deposit}/status`,
      isAnswer: hasStatus,
    }) as const;
  return {
    /** An order whose key can be stored before anything is sent. */
    intent,
    /** Creates a Pix charge: once, however often the call has to be retried. */
    create: async (order: DepositOrder, { idempotencyKey, ...options }: OrderOptions = {}) =>
      intent(order, idempotencyKey).send(options),
    status: (deposit: Named, options?: CallOptions) => client.call<Deposit>(look(deposit), options),
    /** Proves to anybody that it was paid to the wallet, once its `chain.state` is `seen`. */
    proof: (deposit: Named, query?: ProofQuery, options?: CallOptions) =>
      client.call<ChainProof>(
        { method: 'GET', path: path`/v1/api/deposit/${deposit}/proof`, query },
        options,
      ),
    /** Waits until it is CONFIRMED, FAILED or REFUNDED; for half an hour by default. */
    waitFor: (deposit: Named, options?: CallOptions) =>
      waitUntilFinal(client, look(deposit), isFinal, options),
  };
}

/** Any other state, such as one of a newer gateway, is not taken for final. */
const FINAL: readonly string[] = [
  'CONFIRMED',
  'FAILED',
  'REFUNDED',
] satisfies FinalDeposit['status'][];

function isFinal(deposit: Deposit): deposit is FinalDeposit {
  return FINAL.includes(deposit.status);
}
