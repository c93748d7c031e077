import { Type } from 'typebox';
import { MostlyNull, OneOf, TimestampOf } from '../platform/schema.ts';
import { LiquidUri, MaskedPixKey, RECIPIENT, WithdrawalView } from '../withdrawals/view.ts';
import { WITHDRAWAL_FAILURES } from '../withdrawals/withdrawal.ts';
import { WithdrawalChainView } from './chain-views.ts';
import { TimelineView } from './timeline.ts';

/** The fields that programs get, too. */
const told = WithdrawalView.properties;

const row = {
  id: told.id,
  status: told.status,
  reason: MostlyNull(OneOf(WITHDRAWAL_FAILURES, { description: 'Why it FAILED.' })),
  amountCents: told.amountCents,
  feeCents: told.feeCents,
  depositAmountCents: told.depositAmountCents,
  pixKeyType: told.pixKeyType,
  pixKey: MaskedPixKey,
  externalId: told.externalId,
  createdAt: told.createdAt,
  updatedAt: TimestampOf('When its status last changed.'),
  expiresAt: told.expiresAt,
};

export const WithdrawalRowView = Type.Object(row, { title: 'WithdrawalRow' });

export const WithdrawalDetailView = Type.Object(
  {
    ...row,
    ...RECIPIENT,
    depositAddress: told.depositAddress,
    liquidUri: LiquidUri,
    blockchainTxId: told.blockchainTxId,
    chain: WithdrawalChainView,
    pixEndToEndId: told.pixEndToEndId,
    receiptUrl: told.receiptUrl,
    processingAt: told.processingAt,
    completedAt: told.completedAt,
    failedAt: told.failedAt,
    expiredAt: told.expiredAt,
    timeline: TimelineView,
    raw: WithdrawalView,
  },
  { title: 'WithdrawalDetail' },
);
