import { hasStatus, type Intent, intentOf, type OrderOptions } from './orders.ts';
import { type CallOptions, type Client, type Named, path } from './request.ts';
import { waitUntilFinal } from './waits.ts';

export type WithdrawalStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

export interface WithdrawalOrder {
  /** What the recipient gets by Pix in cents, 200 to 600000. */
  readonly amountCents: number;
  readonly pixKeyType: PixKeyType;
  readonly pixKey: string;
  /** The recipient's CPF or CNPJ, as for a deposit. */
  readonly taxId: string;
  /** Your own name for the order, returned wherever the order is. */
  readonly externalId?: string;
}

export interface NewWithdrawal {
  readonly id: string;
  readonly status: WithdrawalStatus;
  readonly amountCents: number;
  readonly feeCents: number;
  /** The Liquid address to send the stablecoin to. */
  readonly depositAddress: string;
  /** How much of it to send. */
  readonly depositAmountCents: number;
  /** The address and the amount as a link that wallets scan. */
  readonly liquidUri: string;
  readonly externalId: string | null;
  readonly expiresAt: string;
  readonly createdAt: string;
}

export interface Withdrawal {
  readonly id: string;
  readonly status: WithdrawalStatus;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly depositAddress: string;
  readonly depositAmountCents: number;
  readonly pixKeyType: PixKeyType;
  readonly pixEndToEndId: string | null;
  readonly blockchainTxId: string | null;
  readonly failureReason: string | null;
  readonly externalId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly processingAt: string | null;
  readonly completedAt: string | null;
  readonly failedAt: string | null;
  readonly expiredAt: string | null;
  /** The bank's receipt of the Pix, if the provider gives one. */
  readonly receiptUrl: string | null;
  readonly chain: WithdrawalChain;
}

/** What the Liquid chain itself shows at `depositAddress`. It never changes the status. */
export interface WithdrawalChain {
  readonly state: 'unchecked' | 'seen' | 'confirmed';
  readonly confirmations: number;
  readonly checkedAt: string | null;
  readonly txId: string | null;
  /** `not_taken`: confirmed for ten minutes, but unknown to the provider. */
  readonly problem: 'short' | 'over' | 'late' | 'other_asset' | 'not_taken' | null;
}

/** A withdrawal as it appears in webhooks and the journal. */
export type WithdrawalEventData = Omit<Withdrawal, 'chain' | 'receiptUrl'>;

export type FinalWithdrawal = Withdrawal & {
  readonly status: Exclude<WithdrawalStatus, 'PENDING' | 'PROCESSING'>;
};

export type Withdrawals = ReturnType<typeof openWithdrawals>;

export function openWithdrawals(client: Client) {
  const intent = (order: WithdrawalOrder, key?: string): Intent<WithdrawalOrder, NewWithdrawal> =>
    intentOf(client, '/v1/api/withdraw', order, key);
  const look = (withdrawal: Named) =>
    ({
      method: 'GET',
      path: path`/v1/api/withdraw/${withdrawal}/status`,
      isAnswer: hasStatus,
    }) as const;
  return {
    /** An order whose key can be stored before anything is sent. */
    intent,
    /** Creates a payout: once, however often the call has to be retried. */
    create: async (order: WithdrawalOrder, { idempotencyKey, ...options }: OrderOptions = {}) =>
      intent(order, idempotencyKey).send(options),
    status: (withdrawal: Named, options?: CallOptions) =>
      client.call<Withdrawal>(look(withdrawal), options),
    /** Waits until it is COMPLETED, FAILED or EXPIRED; for half an hour by default. */
    waitFor: (withdrawal: Named, options?: CallOptions) =>
      waitUntilFinal(client, look(withdrawal), isFinal, options),
  };
}

/** Any other state, such as one of a newer gateway, is not taken for final. */
const FINAL: readonly string[] = [
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] satisfies FinalWithdrawal['status'][];

function isFinal(withdrawal: Withdrawal): withdrawal is FinalWithdrawal {
  return FINAL.includes(withdrawal.status);
}
