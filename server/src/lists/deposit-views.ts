import { Type } from 'typebox';
import { DepositView, PixCode } from '../deposits/view.ts';
import { IdOf, MostlyNull, Nullable, OneOf, TimestampOf } from '../platform/schema.ts';
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

/** The fields that programs get, too. */
const shared = DepositView.properties;

const row = {
  id: shared.id,
  status: shared.status,
  reason: MostlyNull(
    OneOf(DEPOSIT_REASONS, { description: 'Why it stands so, where the status does not say it.' }),
  ),
  amountCents: shared.amountCents,
  feeCents: shared.feeCents,
  totalCents: shared.totalCents,
  netCents: shared.netCents,
  payer: Type.String({
    maxLength: 24,
    description: "The payer's tax id, masked.",
    examples: ['***.456.789-**'],
  }),
  walletId: IdOf('wal', 'The wallet that it goes to.'),
  walletLabel: Type.String({ maxLength: 80, description: 'Its name.', examples: ['Cofre'] }),
  origin: OriginView,
  paymentLinkId: shared.paymentLinkId,
  linkTitle: MostlyNull(Title),
  externalId: shared.externalId,
  createdAt: shared.createdAt,
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
    settledCents: shared.settledCents,
    paidCents: shared.paidCents,
    passFeesToPayer: Type.Boolean({
      description: 'Whether the payer pays the fee on top.',
      examples: [true],
    }),
    documentMatch: Nullable(
      OneOf(['same', 'different', 'unknown'], {
        description: 'Whether who paid is who was announced; null before it is paid.',
      }),
    ),
    blockchainTxId: shared.blockchainTxId,
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
    expiresAt: TimestampOf('When the time to pay it ends.'),
    confirmedAt: shared.confirmedAt,
    failedAt: shared.failedAt,
    refundedAt: shared.refundedAt,
    timeline: TimelineView,
    raw: DepositView,
  },
  { title: 'DepositDetail' },
);
