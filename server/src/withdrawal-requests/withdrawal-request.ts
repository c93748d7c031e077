import type { ApiKeyId, EnvironmentId, WithdrawalId, WithdrawalRequestId } from '../ids.ts';
import type { Step } from '../step.ts';
import type { WithdrawalOrder } from '../withdrawals/create-withdrawal.ts';

export const REQUEST_STATES = [
  'WAITING',
  'CONFIRMED',
  'MADE',
  'DECLINED',
  'REFUSED',
  'EXPIRED',
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** So long it waits for a person, and then it expires. */
export const REQUEST_HOURS = 24;

/** A withdrawal that an agent asked for, which only a person can have made. */
export interface WithdrawalRequest extends Omit<WithdrawalOrder, 'fromPanel'> {
  readonly environmentId: EnvironmentId;
  readonly id: WithdrawalRequestId;
  readonly keyId: ApiKeyId;
  readonly keyName: string;
  readonly state: RequestState;
  /** In the agent's words, which nobody has checked. */
  readonly reason: string;
  /** What the withdrawal is, or will be, called. */
  readonly withdrawalId: WithdrawalId;
  /** The code of the refusal that ended it. */
  readonly refusal: string | null;
  /** The address of the person who answered. */
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * What a person may answer, and what then comes of a confirmed one. One that was given up may have
 * been taken up by another in that very moment: what was made is told as made.
 */
export const REQUEST_STEPS = {
  confirm: { from: ['WAITING'], to: 'CONFIRMED' },
  decline: { from: ['WAITING'], to: 'DECLINED' },
  make: { from: ['CONFIRMED', 'REFUSED'], to: 'MADE' },
  refuse: { from: ['CONFIRMED'], to: 'REFUSED' },
} as const satisfies Record<string, Step<RequestState>>;

/** Under a key that no client can have, since theirs are printable. */
export function orderKeyOf({ id }: Pick<WithdrawalRequest, 'id'>): string {
  return `withdrawal request\t${id}`;
}
