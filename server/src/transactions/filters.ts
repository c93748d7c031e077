import { type Static, type TObject, Type } from 'typebox';
import { DEPOSIT_STATUSES } from '../deposits/deposit.ts';
import { PeriodQuery, readPeriod } from '../platform/period.ts';
import { ExternalId, IdFilterOf, OneOf } from '../platform/schema.ts';
import { WITHDRAWAL_STATUSES } from '../withdrawals/withdrawal.ts';
import type { TransactionFilter } from './store.ts';

export const KindView = OneOf(['deposit', 'withdrawal'], {
  description: 'Which of the two it is.',
});
export const StatusView = OneOf([...new Set([...DEPOSIT_STATUSES, ...WITHDRAWAL_STATUSES])], {
  description: 'Its status; each kind has statuses of its own.',
});

export const TransactionQuery = {
  type: Type.Optional(KindView),
  status: Type.Optional(StatusView),
  ...PeriodQuery,
  walletId: IdFilterOf('wal', 'Deposits to this wallet.'),
  paymentLinkId: IdFilterOf('lnk', 'Deposits through this payment link.'),
  externalId: Type.Optional(ExternalId),
};

/** @throws ApiError invalid_request unless the times are RFC 3339 */
export function readTransactionFilter(
  query: Static<TObject<typeof TransactionQuery>>,
): Omit<TransactionFilter, 'after' | 'limit'> {
  return {
    type: query.type ?? null,
    status: query.status ?? null,
    ...readPeriod(query),
    walletId: query.walletId ?? null,
    paymentLinkId: query.paymentLinkId ?? null,
    externalId: query.externalId ?? null,
  };
}
