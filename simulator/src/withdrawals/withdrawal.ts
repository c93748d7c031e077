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

/** Takes on a status of its train. What the table does not allow leaves the withdrawal as it is. */
export function advance(
  withdrawal: Withdrawal,
  status: WithdrawalStatus,
  scene: { now: Date; baseUrl: string },
): Withdrawal {
  if (!MAY_BECOME[withdrawal.status].includes(status)) return withdrawal;
  if (status !== 'sent') return { ...withdrawal, status };
  return {
    ...withdrawal,
    status,
    receiptUrl: `${scene.baseUrl}/receipts/${withdrawal.id}`,
    centralBankId: newEndToEndId(scene.now),
    receiverName: 'SANDBOX RECEIVER',
    transferredAt: scene.now,
  };
}

/** Takes on a status by command, or refuses. */
export function force(withdrawal: Withdrawal, status: WithdrawalStatus): Withdrawal {
  if (!MAY_BECOME[withdrawal.status].includes(status)) throw invalidState(withdrawal.status);
  return { ...withdrawal, status };
}

export interface Funding {
  readonly amountInCents?: number;
  /** How much more or less than asked for arrives, where no amount is named. */
  readonly differenceInCents?: number;
  /** Whether it is paid out although the address has lapsed; else it is lost then. */
  readonly late?: boolean;
  /** Whether it is another asset of the network that arrives. */
  readonly wrongAsset?: boolean;
  /** What the receiver's bank makes of the payout; `sending`: nothing, for now. */
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
 * Books what arrived at the address. Another asset, what is too far off the amount, or too late, is
 * noted and nothing follows from it.
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
