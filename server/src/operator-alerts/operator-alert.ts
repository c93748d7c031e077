import type { EnvironmentId } from '../ids.ts';

export type AlertKind =
  | 'paid_short'
  | 'paid_over'
  | 'unknown_status'
  | 'unbelievable_news'
  | 'paying_out_late'
  | 'paid_out_late'
  | 'paid_out_differently'
  | 'returned_after_payout'
  | 'unmatched_notice'
  | 'parked_notice'
  | 'refused_notice'
  | 'nonsense_answer'
  | 'charge_denied'
  | 'charge_unsettled'
  | 'payout_denied'
  | 'payout_unread'
  | 'payout_unsettled'
  | 'orphan_paid'
  | 'chain_mismatch';

export interface OperatorAlert {
  readonly environmentId: EnvironmentId | null;
  readonly kind: AlertKind;
  /** What it is about. There is one row per kind and subject, however often it recurs. */
  readonly subject: string;
  /** May contain personal data, so it is stored sealed. */
  readonly detail?: string | undefined;
  /** The filed notice that the alert is about. */
  readonly noticeId?: number | undefined;
}
