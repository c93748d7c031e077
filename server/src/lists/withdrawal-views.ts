import { Type } from 'typebox';
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
import { MaskedPixKey, PixKeyTypeView, RECIPIENT, WithdrawalView } from '../withdrawals/view.ts';
import { WITHDRAWAL_FAILURES, WITHDRAWAL_STATUSES } from '../withdrawals/withdrawal.ts';
import { WithdrawalChainView } from './chain-views.ts';
import { TimelineView } from './timeline.ts';

const row = {
  id: IdOf('wdr', 'The withdrawal.'),
  status: OneOf(WITHDRAWAL_STATUSES, { description: 'How it stands.', examples: ['COMPLETED'] }),
  reason: MostlyNull(OneOf(WITHDRAWAL_FAILURES, { description: 'Why it FAILED.' })),
  amountCents: CentsOf('What the recipient gets by PIX.', 5_000),
  feeCents: CentsOf("The fee by the account's schedule.", 0),
  depositAmountCents: CentsOf("How much DePix to send, the provider's fee included.", 5_100),
  pixKeyType: PixKeyTypeView,
  pixKey: MaskedPixKey,
  externalId: Nullable(ExternalId),
  createdAt: TimestampOf('When it was made.'),
  updatedAt: TimestampOf('When its status last changed.'),
  expiresAt: TimestampOf('Until when the DePix may come.', '2026-12-21T12:34:56.000Z'),
};

export const WithdrawalRowView = Type.Object(row, { title: 'WithdrawalRow' });

export const WithdrawalDetailView = Type.Object(
  {
    ...row,
    ...RECIPIENT,
    depositAddress: Type.String({
      maxLength: 200,
      description: 'The Liquid address to send the DePix to.',
      examples: ['ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6'],
    }),
    liquidUri: Type.String({
      maxLength: 500,
      format: 'uri',
      description: 'The same as a link that wallets scan, with the amount and the asset.',
      examples: [
        'liquidnetwork:ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6?assetid=02f22f8d9c76ab41661a2729e4752e2c5d1a263012141b86ea98af5472df5189&amount=51.00',
      ],
    }),
    blockchainTxId: Nullable(BlockchainTxId),
    chain: WithdrawalChainView,
    pixEndToEndId: Nullable(
      Type.String({
        maxLength: 64,
        description: "The central bank's number of the PIX, once it is known.",
        examples: ['E18236120202611211234s0123456789'],
      }),
    ),
    processingAt: Nullable(TimestampOf('When the DePix was seen.')),
    completedAt: Nullable(TimestampOf('When the PIX was paid.')),
    failedAt: MostlyNull(TimestampOf('When it failed.')),
    expiredAt: MostlyNull(TimestampOf('When its time was over.')),
    timeline: TimelineView,
    raw: WithdrawalView,
  },
  { title: 'WithdrawalDetail' },
);
