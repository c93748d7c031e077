import { type Static, type TObject, Type } from 'typebox';
import { DEPOSIT_STATUSES } from '../deposits/deposit.ts';
import { ExternalId, IdFilterOf, OneOf } from '../platform/schema.ts';
import { readTime } from '../platform/time.ts';
import { WITHDRAWAL_STATUSES } from '../withdrawals/withdrawal.ts';
import type { TransactionFilter } from './store.ts';

export const KindView = OneOf(['deposit', 'withdrawal'], {
  description: 'Which of the two it is.',
});
export const StatusView = OneOf([...new Set([...DEPOSIT_STATUSES, ...WITHDRAWAL_STATUSES])], {
  description: 'How it stands; each kind has states of its own.',
});

function TimeQuery(description: string) {
  const examples = ['2026-11-21T00:00:00Z'];
  return Type.Optional(Type.String({ maxLength: 40, description, examples }));
}

export const TransactionQuery = {
  type: Type.Optional(KindView),
  status: Type.Optional(StatusView),
  from: TimeQuery('Made at this RFC 3339 time or later.'),
  to: TimeQuery('Made before this RFC 3339 time.'),
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
    from: readTime('from', query.from),
    to: readTime('to', query.to),
    walletId: query.walletId ?? null,
    paymentLinkId: query.paymentLinkId ?? null,
    externalId: query.externalId ?? null,
  };
}
