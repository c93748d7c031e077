import { type Static, type TObject, Type } from 'typebox';
import { DEPOSIT_STATUSES, type DepositStatus } from '../deposits/deposit.ts';
import { type Period, PeriodQuery, readPeriod } from '../platform/period.ts';
import { IdFilterOf, OneOf, Printable } from '../platform/schema.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import { type Origin, ORIGINS } from './list.ts';

function Amount(description: string) {
  const pattern = '^[0-9]{1,9}$';
  return Type.Optional(Type.String({ pattern, description, examples: ['5000'] }));
}

const BOTH = {
  ...PeriodQuery,
  minCents: Amount('Of at least this amount, in cents.'),
  maxCents: Amount('Of at most this amount, in cents.'),
  q: Type.Optional(
    Printable(1, 128, {
      description:
        'An id, your own name for the order, a transaction, or the end of a link: all of it.',
      examples: ['order-4711'],
    }),
  ),
};

/** Query parameters of the list of deposits, and of its file. */
export const DepositQuery = {
  status: Type.Optional(OneOf(DEPOSIT_STATUSES, { description: 'In this status.' })),
  ...BOTH,
  walletId: IdFilterOf('wal', 'To this wallet.'),
  paymentLinkId: IdFilterOf('lnk', 'Through this payment link.'),
  origin: Type.Optional(OneOf(ORIGINS, { description: 'Asked for in this way.' })),
};

export const WithdrawalQuery = {
  status: Type.Optional(OneOf(WITHDRAWAL_STATUSES, { description: 'In this status.' })),
  ...BOTH,
};

interface AnyFilter extends Period {
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly q: string | null;
}

export interface DepositFilter extends AnyFilter {
  readonly status: DepositStatus | null;
  readonly walletId: string | null;
  readonly paymentLinkId: string | null;
  readonly origin: Origin | null;
}

export interface WithdrawalFilter extends AnyFilter {
  readonly status: WithdrawalStatus | null;
}

/** @throws ApiError invalid_request unless the times are RFC 3339 */
export function readDepositFilter(query: Static<TObject<typeof DepositQuery>>): DepositFilter {
  return {
    ...readBoth(query),
    status: query.status ?? null,
    walletId: query.walletId ?? null,
    paymentLinkId: query.paymentLinkId ?? null,
    origin: query.origin ?? null,
  };
}

/** @throws ApiError invalid_request unless the times are RFC 3339 */
export function readWithdrawalFilter(
  query: Static<TObject<typeof WithdrawalQuery>>,
): WithdrawalFilter {
  return { ...readBoth(query), status: query.status ?? null };
}

function readBoth(query: Static<TObject<typeof BOTH>>): AnyFilter {
  return {
    ...readPeriod(query),
    minCents: readCents(query.minCents),
    maxCents: readCents(query.maxCents),
    q: query.q?.trim() ?? null,
  };
}

function readCents(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
