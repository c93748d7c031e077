import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { pageDb } from '../platform/replica.ts';
import {
  BlockchainTxId,
  CentsOf,
  ExternalId,
  IdOf,
  ListOf,
  Nullable,
  OneOf,
  PageQuery,
  TimestampOf,
} from '../platform/schema.ts';
import { KindView, readTransactionFilter, StatusView, TransactionQuery } from './filters.ts';
import {
  listTransactions,
  ON_CHAIN_STATES,
  readBalances,
  type Transaction,
  type WalletBalance,
} from './store.ts';

/** Written by hand, since no transaction has the fields of both kinds. */
const EXAMPLE = {
  id: 'dep_01kah3v5wze8br4hmsf2e8r0tv',
  type: 'deposit',
  status: 'CONFIRMED',
  amountCents: 5_000,
  feeCents: 199,
  totalCents: 5_199,
  walletId: 'wal_01kah3v5wze8br4hmsf2e8r0tv',
  paymentLinkId: null,
  externalId: 'order-4711',
  blockchainTxId: '3f1c0d4bd6f4a5a5f1b5a9e1a9d0b3c1f4d2e7a6c9b8d7e6f5a4b3c2d1e0f9a8',
  createdAt: '2026-11-21T12:34:56.789Z',
  updatedAt: '2026-11-21T12:35:31.204Z',
};

const Item = Type.Object(
  {
    id: IdOf('dep', 'The deposit or the withdrawal.', 'wdr'),
    type: KindView,
    status: StatusView,
    amountCents: CentsOf('What was asked for.', 5_000),
    feeCents: CentsOf("The fee by the account's schedule.", 199),
    totalCents: Type.Optional(CentsOf('For a deposit: what the payer pays.', 5_199)),
    depositAmountCents: Type.Optional(CentsOf('For a withdrawal: how much to send.', 5_100)),
    walletId: Nullable(IdOf('wal', 'The wallet that a deposit goes to.')),
    paymentLinkId: Nullable(IdOf('lnk', 'The payment link that a deposit came through.')),
    externalId: Nullable(ExternalId),
    blockchainTxId: Nullable(BlockchainTxId),
    createdAt: TimestampOf('When it was created.'),
    updatedAt: TimestampOf('When its status last changed.'),
  },
  { title: 'Transaction', examples: [EXAMPLE] },
);

const Sums = {
  receivedCents: CentsOf('The net of deposits that are CONFIRMED now.', 57_612),
  pendingCents: CentsOf('The net of those PENDING.', 5_000),
  refundedCents: CentsOf('The net of those REFUNDED.', 0),
};

const OnChain = Type.Object(
  {
    state: OneOf(ON_CHAIN_STATES, {
      description:
        '`known`: according to an Esplora server. `unobservable`: there may be something that only the holder of its blinding key can see. `unavailable`: not looked up yet, or lookups have failed for an hour.',
    }),
    balanceCents: Nullable(CentsOf('The DePix there, if known; rounded down to the cent.', 57_612)),
    checkedAt: Nullable(
      TimestampOf('When that was looked up; for several addresses, the earliest lookup.'),
    ),
  },
  { title: 'OnChainBalance', description: "What is at the wallet's addresses on the chain." },
);

const Balance = Type.Object(
  {
    walletId: IdOf('wal', 'The wallet.'),
    liquidAddress: Type.String({
      maxLength: 200,
      description: 'Its address.',
      examples: ['ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6'],
    }),
    label: Type.String({
      maxLength: 80,
      description: 'Your own name for it.',
      examples: ['Cofre'],
    }),
    isDefault: Type.Boolean({
      description: 'Whether deposits that name no wallet go here.',
      examples: [true],
    }),
    ...Sums,
    onChain: OnChain,
  },
  { title: 'WalletBalance' },
);

const Balances = Type.Object(
  {
    balances: Type.Array(Balance, {
      maxItems: 1_000_000,
      description: 'Every wallet that has not been deleted, newest first.',
    }),
    totals: Type.Object(Sums, { description: 'Over all wallets, including deleted ones.' }),
  },
  { title: 'Balances' },
);

export function registerTransactionRoutes(http: Http, app: App): void {
  http.get(
    '/transactions',
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'listTransactions',
        summary: 'List deposits and withdrawals',
        description: 'Both kinds in one list, newest first. Filters add up: all must hold.',
        tags: ['Transactions'],
        querystring: Type.Object({ ...PageQuery, ...TransactionQuery }),
        response: { 200: ListOf(Item) },
      },
    },
    async (request) => {
      const { query } = request;
      const { limit, after } = readPage(query, 'dep', 'wdr');
      const { keyId, environment } = request.caller;
      const rows = await listTransactions(pageDb(app.db, { keyId, after }), environment.id, {
        ...readTransactionFilter(query),
        after,
        limit,
      });
      return pageOf(rows, limit, itemOf);
    },
  );

  http.get(
    '/balance',
    {
      config: { scope: 'read:balance' },
      schema: {
        operationId: 'getBalance',
        summary: 'Show balances',
        description:
          'What deposits add up to, per wallet and in total. Ponte itself holds no money.',
        tags: ['Transactions'],
        response: { 200: Balances },
      },
    },
    async (request) => {
      const { wallets, totals } = await readBalances(app.db, request.caller.environment.id);
      return { balances: wallets.map(balanceOf), totals };
    },
  );
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

function balanceOf({ onChainState, onChainCents, checkedAt, ...wallet }: WalletBalance) {
  return {
    ...wallet,
    onChain: {
      state: onChainState,
      balanceCents: onChainCents,
      checkedAt: checkedAt?.toISOString() ?? null,
    },
  };
}
