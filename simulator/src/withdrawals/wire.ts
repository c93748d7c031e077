import { hyphenated } from '../ids.ts';
import type { Switches } from '../partners/partner.ts';
import { inUtc } from '../times.ts';
import type { Withdrawal } from './withdrawal.ts';

/** A withdrawal as `withdraw-status` and the withdraw notices show it. */
export function withdrawView(withdrawal: Withdrawal): object {
  return {
    id: withdrawal.id,
    pixKey: withdrawal.pixKey,
    status: withdrawal.status,
    expiration: inUtc(withdrawal.expiresAt),
    depositAddress: withdrawal.depositAddress,
    depositAmountInCents: withdrawal.depositAmountInCents,
    payoutAmountInCents: withdrawal.payoutAmountInCents,
    ...(withdrawal.status !== 'unsent' &&
      withdrawal.blockchainTxId && { blockchainTxID: withdrawal.blockchainTxId }),
    ...(withdrawal.transferredAt && {
      receiptUrl: withdrawal.receiptUrl,
      centralBankId: withdrawal.centralBankId,
      receiverName: withdrawal.receiverName,
      transferDate: inUtc(withdrawal.transferredAt),
    }),
  };
}

export function withdrawNotice(withdrawal: Withdrawal, switches: Switches): object {
  const id = switches.hyphenatedIds ? hyphenated(withdrawal.id) : withdrawal.id;
  return { webhookType: 'withdraw', ...withdrawView(withdrawal), id };
}
