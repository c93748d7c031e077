import type { DepositEventData } from './deposits.ts';
import { type List, pagesOf } from './lists.ts';
import type { CallOptions, Client } from './request.ts';
import type { WithdrawalEventData } from './withdrawals.ts';

export type DepositEventKind = 'deposit.confirmed' | 'deposit.refunded' | 'deposit.failed';

export type WithdrawalEventKind =
  'withdrawal.completed' | 'withdrawal.failed' | 'withdrawal.expired';

export type EventKind = DepositEventKind | WithdrawalEventKind;

/** A row of the journal, numbered without a gap: keep the last number, and you miss nothing. */
export type JournalEvent = JournalRow &
  (
    | { readonly event: DepositEventKind; readonly data: DepositEventData }
    | { readonly event: WithdrawalEventKind; readonly data: WithdrawalEventData }
  );

interface JournalRow {
  readonly sequence: number;
  readonly id: string;
  readonly resourceId: string;
  readonly createdAt: string;
}

export interface EventQuery {
  /** The last number you already have. */
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

export interface EventPage {
  readonly data: readonly JournalEvent[];
  readonly nextAfter: number;
  readonly oldestSequence: number;
}

export type Events = ReturnType<typeof openEvents>;

export function openEvents(client: Client) {
  return {
    /** Oldest first, up to the newest at the time. */
    list: (query?: EventQuery, options?: CallOptions): List<JournalEvent, EventPage> =>
      pagesOf(
        client,
        {
          path: '/v1/api/events',
          query,
          rows: ({ data }: EventPage) => data,
          next: ({ data, nextAfter }) =>
            data.length > 0 && Number.isInteger(nextAfter) ? { after: nextAfter } : undefined,
        },
        options,
      ),
  };
}
