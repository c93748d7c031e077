import type { DepositStatus } from './deposits.ts';
import { listOf, type PageQuery } from './lists.ts';
import type { CallOptions, Client, Timestamp } from './request.ts';
import type { WithdrawalStatus } from './withdrawals.ts';

interface TransactionFacts {
  readonly id: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly walletId: string | null;
  readonly paymentLinkId: string | null;
  readonly externalId: string | null;
  readonly blockchainTxId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type Transaction = TransactionFacts &
  (
    | { readonly type: 'deposit'; readonly status: DepositStatus; readonly totalCents: number }
    | {
        readonly type: 'withdrawal';
        readonly status: WithdrawalStatus;
        readonly depositAmountCents: number;
      }
  );

export interface TransactionQuery extends PageQuery {
  readonly type?: Transaction['type'] | undefined;
  readonly status?: Transaction['status'] | undefined;
  /** When it was created, inclusive. */
  readonly from?: Timestamp | undefined;
  /** Exclusive. */
  readonly to?: Timestamp | undefined;
  readonly walletId?: string | undefined;
  readonly paymentLinkId?: string | undefined;
  readonly externalId?: string | undefined;
}

export type Transactions = ReturnType<typeof openTransactions>;

export function openTransactions(client: Client) {
  return {
    /** Newest first. */
    list: (query?: TransactionQuery, options?: CallOptions) =>
      listOf<Transaction>(client, '/v1/api/transactions', query, options),
  };
}
