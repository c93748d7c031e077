import { type List, nextCursorOf, type PageQuery, pagesOf } from './lists.ts';
import type { CallOptions, Client } from './request.ts';

export interface ReversalAlert {
  readonly id: string;
  readonly depositId: string;
  readonly providerRef: string;
  readonly blockchainTxId: string | null;
  /** `estorno`: somebody other than the order's payer paid. `med`: the payer disputes it. */
  readonly tipo: 'estorno' | 'med';
  readonly cpfDivergente: boolean;
  readonly amountCents: number;
  readonly payerName: string | null;
  readonly cpfReal: string | null;
  readonly cpfRequisitado: string;
  readonly status: 'PENDING';
  readonly deadline: string;
  readonly createdAt: string;
}

export interface ReversalQuery extends PageQuery {
  readonly tipo?: ReversalAlert['tipo'] | undefined;
  readonly depositId?: string | undefined;
}

export interface ReversalPage {
  readonly alerts: readonly ReversalAlert[];
  readonly nextCursor: string | null;
}

export type Reversals = ReturnType<typeof openReversals>;

export function openReversals(client: Client) {
  return {
    /** Deposits whose money went back, newest first. */
    list: (query?: ReversalQuery, options?: CallOptions): List<ReversalAlert, ReversalPage> =>
      pagesOf(
        client,
        {
          path: '/v1/api/meds',
          query,
          rows: ({ alerts }: ReversalPage) => alerts,
          next: nextCursorOf,
        },
        options,
      ),
  };
}
