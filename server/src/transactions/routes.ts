import { Type } from 'typebox';
import type { App } from '../app.ts';
import { DEPOSIT_STATUSES } from '../deposits/deposit.ts';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdFilter, ListOf, Nullable, PageQuery, Printable, Timestamp } from '../platform/schema.ts';
import { WITHDRAWAL_STATUSES } from '../withdrawals/withdrawal.ts';
import { listBalances, listTransactions, type Transaction, type WalletBalance } from './store.ts';

const Cents = Type.Integer();

const STATUSES = [...new Set([...DEPOSIT_STATUSES, ...WITHDRAWAL_STATUSES])];

const Query = Type.Object({
  ...PageQuery,
  type: Type.Optional(Type.Enum(['deposit', 'withdrawal'])),
  status: Type.Optional(Type.Enum(STATUSES)),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
  walletId: IdFilter,
  paymentLinkId: IdFilter,
  externalId: Type.Optional(Printable(1, 128)),
});

const Item = Type.Object({
  id: Type.String(),
  type: Type.Enum(['deposit', 'withdrawal']),
  status: Type.String(),
  amountCents: Cents,
  feeCents: Cents,
  totalCents: Type.Optional(Cents),
  depositAmountCents: Type.Optional(Cents),
  walletId: Nullable(Type.String()),
  paymentLinkId: Nullable(Type.String()),
  externalId: Nullable(Type.String()),
  blockchainTxId: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const Sums = { receivedCents: Cents, pendingCents: Cents, refundedCents: Cents };
const Balances = Type.Object({
  balances: Type.Array(
    Type.Object({
      walletId: Type.String(),
      liquidAddress: Type.String(),
      label: Type.String(),
      isDefault: Type.Boolean(),
      ...Sums,
      onChain: Type.Object({
        state: Type.Enum(['known', 'unobservable', 'unavailable']),
        balanceCents: Nullable(Cents),
        checkedAt: Nullable(Timestamp),
      }),
    }),
  ),
  totals: Type.Object(Sums),
});

export function registerTransactionRoutes(http: Http, app: App): void {
  http.get(
    '/v1/api/transactions',
    {
      config: { scope: 'read:transactions' },
      schema: { querystring: Query, response: { 200: ListOf(Item) } },
    },
    async (request) => {
      const { query } = request;
      const { limit, after } = readPage(query);
      const rows = await listTransactions(app.db, request.caller.environment.id, {
        type: query.type ?? null,
        status: query.status ?? null,
        from: readTime('from', query.from),
        to: readTime('to', query.to),
        walletId: query.walletId ?? null,
        paymentLinkId: query.paymentLinkId ?? null,
        externalId: query.externalId ?? null,
        after,
        limit,
      });
      return pageOf(rows, limit, itemOf);
    },
  );

  http.get(
    '/v1/api/balance',
    { config: { scope: 'read:balance' }, schema: { response: { 200: Balances } } },
    async (request) => {
      const wallets = await listBalances(app.db, request.caller.environment.id);
      return {
        balances: wallets.filter(({ deleted }) => !deleted).map(balanceOf),
        totals: {
          receivedCents: sum(wallets, 'receivedCents'),
          pendingCents: sum(wallets, 'pendingCents'),
          refundedCents: sum(wallets, 'refundedCents'),
        },
      };
    },
  );
}

const RFC_3339 = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

/** @throws ApiError invalid_request unless the text is an RFC 3339 time */
function readTime(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const day = RFC_3339.exec(text)?.[1];
  const time = new Date(text);
  if (day !== undefined && isDay(day) && !Number.isNaN(time.getTime())) return time;
  throw new ApiError('invalid_request', {
    text: {
      pt: `${name} deve ser um horário RFC 3339, como 2026-11-21T12:34:56Z.`,
      en: `${name} must be an RFC 3339 time such as 2026-11-21T12:34:56Z.`,
    },
  });
}

/** A `Date` would count a day that its month does not have on into the next. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

function itemOf(row: Transaction) {
  const { totalCents, depositAmountCents, ...item } = row;
  return {
    ...item,
    ...(totalCents !== null && { totalCents }),
    ...(depositAmountCents !== null && { depositAmountCents }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function balanceOf({ confidential, ...wallet }: WalletBalance) {
  // Amounts at a confidential address are hidden from everybody without its blinding key.
  const state = confidential ? ('unobservable' as const) : ('unavailable' as const);
  return { ...wallet, onChain: { state, balanceCents: null, checkedAt: null } };
}

function sum(
  wallets: readonly WalletBalance[],
  field: 'receivedCents' | 'pendingCents' | 'refundedCents',
): number {
  return wallets.reduce((total, wallet) => total + wallet[field], 0);
}
