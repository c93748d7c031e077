import { Type } from 'typebox';
import { MostlyNull, OneOf, TimestampOf } from '../platform/schema.ts';
import { LiquidUri, MaskedPixKey, RECIPIENT, WithdrawalView } from '../withdrawals/view.ts';
import { WITHDRAWAL_FAILURES } from '../withdrawals/withdrawal.ts';
import { WithdrawalChainView } from './chain-views.ts';
import { TimelineView } from './timeline.ts';

/** The fields that programs get, too. */
const shared = WithdrawalView.properties;

const row = {
  id: shared.id,
  status: shared.status,
  reason: MostlyNull(OneOf(WITHDRAWAL_FAILURES, { description: 'Why it FAILED.' })),
  amountCents: shared.amountCents,
  feeCents: shared.feeCents,
  depositAmountCents: shared.depositAmountCents,
  pixKeyType: shared.pixKeyType,
  pixKey: MaskedPixKey,
  externalId: shared.externalId,
  createdAt: shared.createdAt,
  updatedAt: TimestampOf('When its status last changed.'),
  expiresAt: shared.expiresAt,
};

export const WithdrawalRowView = Type.Object(row, { title: 'WithdrawalRow' });

export const WithdrawalDetailView = Type.Object(
  {
    ...row,
    ...RECIPIENT,
    depositAddress: shared.depositAddress,
    liquidUri: LiquidUri,
    blockchainTxId: shared.blockchainTxId,
    chain: WithdrawalChainView,
    pixEndToEndId: shared.pixEndToEndId,
    receiptUrl: shared.receiptUrl,
    processingAt: shared.processingAt,
    completedAt: shared.completedAt,
    failedAt: shared.failedAt,
    expiredAt: shared.expiredAt,
    timeline: TimelineView,
    raw: WithdrawalView,
  },
  { title: 'WithdrawalDetail' },
);
