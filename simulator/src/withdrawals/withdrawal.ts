import { invalidState } from '../errors.ts';
import { newEndToEndId } from '../ids.ts';
import { isNearEnough, payoutFor } from './payout.ts';

export type WithdrawalStatus = 'unsent' | 'sending' | 'sent' | 'error' | 'canceled' | 'refunded';

export interface Withdrawal {
  readonly id: string;
  readonly partner: string;
  readonly nonce: string;
  readonly pixKey: string;
  readonly taxNumber: string | null;
  readonly euid: string | null;
  readonly depositAddress: string;
  readonly depositAmountInCents: number;
  readonly payoutAmountInCents: number;
  readonly status: WithdrawalStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly fundedAt: Date | null;
  readonly mishap: 'off_amount' | 'late' | 'wrong_asset' | null;
  readonly blockchainTxId: string | null;
  readonly receiptUrl: string | null;
  readonly centralBankId: string | null;
  readonly receiverName: string | null;
  readonly transferredAt: Date | null;
}

export const MAY_BECOME: Record<WithdrawalStatus, readonly WithdrawalStatus[]> = {
  unsent: ['sending', 'canceled', 'error'],
  sending: ['sent', 'error'],
  sent: [],
  error: ['sending', 'sent', 'refunded', 'canceled'],
  canceled: ['refunded'],
  refunded: [],
};

/**
 * Moves to a status of its sequence. If the table does not allow it, the withdrawal stays as it is.
 */
export function advance(
  withdrawal: Withdrawal,
  status: WithdrawalStatus,
  scene: { now: Date; receiptsUrl: string },
): Withdrawal {
  if (!MAY_BECOME[withdrawal.status].includes(status)) return withdrawal;
  if (status !== 'sent') return { ...withdrawal, status };
  return {
    ...withdrawal,
    status,
    receiptUrl: `${scene.receiptsUrl}/${withdrawal.id}`,
    centralBankId: newEndToEndId(scene.now),
    receiverName: 'SANDBOX RECEIVER',
    transferredAt: scene.now,
  };
}

/** Moves to a status by command, or refuses. */
export function force(withdrawal: Withdrawal, status: WithdrawalStatus): Withdrawal {
  if (!MAY_BECOME[withdrawal.status].includes(status)) throw invalidState(withdrawal.status);
  return { ...withdrawal, status };
}

export interface Funding {
  readonly amountInCents?: number;
  /** How much more or less than requested arrives, when no amount is named. */
  readonly differenceInCents?: number;
  /** Whether it is paid out although the address has expired; otherwise it is lost then. */
  readonly late?: boolean;
  /** Whether another asset of the network arrives instead. */
  readonly wrongAsset?: boolean;
  /** What the receiver's bank does with the payout; `sending`: nothing, for now. */
  readonly outcome?: 'sent' | 'error' | 'sending';
}

/** What arrives, in cents. */
export const arrivalOf = (
  { depositAmountInCents }: Pick<Withdrawal, 'depositAmountInCents'>,
  { amountInCents, differenceInCents = 0 }: Funding,
): number => amountInCents ?? Math.max(1, depositAmountInCents + differenceInCents);

export function isLapsed({ status, fundedAt, expiresAt }: Withdrawal, now: Date): boolean {
  return status === 'unsent' && fundedAt === null && expiresAt <= now;
}

/**
 * Books what arrived at the address. Another asset, an amount too far off, or a late arrival is
 * noted and has no effect.
 */
export function receiveFunds(withdrawal: Withdrawal, funding: Funding, now: Date): Withdrawal {
  if (withdrawal.status !== 'unsent' || withdrawal.fundedAt !== null) {
    throw invalidState(withdrawal.status);
  }
  if (isLapsed(withdrawal, now) && funding.late !== true) return { ...withdrawal, mishap: 'late' };
  if (funding.wrongAsset) return { ...withdrawal, mishap: 'wrong_asset' };
  const asked = withdrawal.depositAmountInCents;
  const arrivedInCents = arrivalOf(withdrawal, funding);
  if (!isNearEnough(arrivedInCents, asked)) return { ...withdrawal, mishap: 'off_amount' };
  const exact = arrivedInCents === asked;
  return {
    ...withdrawal,
    fundedAt: now,
    mishap: null,
    payoutAmountInCents: exact ? withdrawal.payoutAmountInCents : payoutFor(arrivedInCents),
  };
}
