import { Type } from 'typebox';
import { DEPOSIT_STATUSES } from '../deposits/deposit.ts';
import { DepositView, PixCode } from '../deposits/view.ts';
import {
  BlockchainTxId,
  CentsOf,
  ExternalId,
  IdOf,
  MostlyNull,
  Nullable,
  OneOf,
  TimestampOf,
} from '../platform/schema.ts';
import { DepositChainView } from './chain-views.ts';
import { DEPOSIT_REASONS, ORIGINS } from './list.ts';
import { TimelineView } from './timeline.ts';

const OriginView = OneOf(ORIGINS, {
  description: 'How it was asked for: a key, a payment link, or a person in the dashboard.',
});

const Title = Type.String({
  maxLength: 120,
  description: "The payment link's title.",
  examples: ['Curso'],
});

const row = {
  id: IdOf('dep', 'The deposit.'),
  status: OneOf(DEPOSIT_STATUSES, { description: 'How it stands.', examples: ['CONFIRMED'] }),
  reason: MostlyNull(
    OneOf(DEPOSIT_REASONS, { description: 'Why it stands so, where the status does not say it.' }),
  ),
  amountCents: CentsOf('What was asked for.', 5_000),
  feeCents: CentsOf("The fee by the account's schedule.", 199),
  totalCents: CentsOf('What the payer pays.', 5_199),
  netCents: CentsOf('What the wallet is promised.', 5_000),
  payer: Type.String({
    maxLength: 24,
    description: "The payer's tax id, masked.",
    examples: ['***.456.789-**'],
  }),
  walletId: IdOf('wal', 'The wallet that it goes to.'),
  walletLabel: Type.String({ maxLength: 80, description: 'Its name.', examples: ['Cofre'] }),
  origin: OriginView,
  paymentLinkId: MostlyNull(IdOf('lnk', 'The payment link that it came through.')),
  linkTitle: MostlyNull(Title),
  externalId: Nullable(ExternalId),
  createdAt: TimestampOf('When it was made.'),
  updatedAt: TimestampOf('When its status last changed.'),
  isMismatch: Type.Boolean({
    description: 'Whether the Liquid network shows something else than the provider said.',
    examples: [false],
  }),
};

export const DepositRowView = Type.Object(row, { title: 'DepositRow' });

export const DepositDetailView = Type.Object(
  {
    ...row,
    settledCents: CentsOf('What the provider will really send to the wallet.', 5_000),
    paidCents: Nullable(CentsOf('What was paid, once it is known.', 5_199)),
    passFeesToPayer: Type.Boolean({
      description: 'Whether the payer pays the fee on top.',
      examples: [true],
    }),
    documentMatch: Nullable(
      OneOf(['same', 'different', 'unknown'], {
        description: 'Whether who paid is who was announced; null before it is paid.',
      }),
    ),
    blockchainTxId: Nullable(BlockchainTxId),
    chain: DepositChainView,
    liquidAddress: Type.String({
      maxLength: 200,
      description: 'The address that it goes to, as it was when the deposit was made.',
      examples: ['ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6'],
    }),
    ...PixCode,
    linkSlug: MostlyNull(
      Type.String({
        maxLength: 32,
        description: 'The end of the address of the payment link.',
        examples: ['7k2m9x4pq8wz'],
      }),
    ),
    alertId: MostlyNull(IdOf('med', 'The alert about its reversal.')),
    expiresAt: TimestampOf('Until when it can be paid.'),
    confirmedAt: Nullable(TimestampOf('When the payment was confirmed.')),
    failedAt: MostlyNull(TimestampOf('When it failed.')),
    refundedAt: MostlyNull(TimestampOf('When it was taken back.')),
    timeline: TimelineView,
    raw: DepositView,
  },
  { title: 'DepositDetail' },
);
