import { listOf, type PageQuery } from './lists.ts';
import type { CallOptions, Client } from './request.ts';

/** The result of comparing your deposits with the provider's books and the chain. */
export interface Reconciliation {
  readonly id: string;
  readonly sweep: 'two_hours' | 'two_days' | 'ninety_days' | 'asked';
  /** Of the creation of the deposits. */
  readonly from: string;
  readonly to: string;
  readonly beganAt: string;
  readonly finishedAt: string;
  /** False if part of it could not be compared; another comparison follows soon. */
  readonly complete: boolean;
  /** The sum of the next five. */
  readonly compared: number;
  readonly matched: number;
  readonly missingAtProvider: number;
  readonly missingOnChain: number;
  readonly amountDiffers: number;
  readonly waiting: number;
  /** What still differs. */
  readonly differences: readonly DepositDifference[];
}

export interface DepositDifference {
  readonly depositId: string;
  readonly kind:
    | 'missing_at_provider'
    | 'missing_on_chain'
    | 'amount_differs'
    | 'status_differs'
    | 'payment_differs';
}

export interface ReconciliationQuery extends PageQuery {
  readonly sweep?: Reconciliation['sweep'] | undefined;
}

export type Reconciliations = ReturnType<typeof openReconciliations>;

export function openReconciliations(client: Client) {
  return {
    /** Newest first. */
    list: (query?: ReconciliationQuery, options?: CallOptions) =>
      listOf<Reconciliation>(client, '/v1/api/reconciliations', query, options),
  };
}
