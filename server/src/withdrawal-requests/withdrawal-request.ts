import type { ApiKeyId, EnvironmentId, WithdrawalId, WithdrawalRequestId } from '../ids.ts';
import type { Step } from '../step.ts';
import type { WithdrawalTerms } from '../withdrawals/create-withdrawal.ts';

export const REQUEST_STATES = [
  'WAITING',
  'CONFIRMED',
  'MADE',
  'DECLINED',
  'REFUSED',
  'EXPIRED',
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** How long a request waits for a person before it expires. */
export const REQUEST_HOURS = 24;

/** A withdrawal that an agent requested, and that only a person can confirm. */
export interface WithdrawalRequest extends WithdrawalTerms {
  readonly environmentId: EnvironmentId;
  readonly id: WithdrawalRequestId;
  readonly keyId: ApiKeyId;
  readonly keyName: string;
  readonly state: RequestState;
  /** In the agent's words, which nobody has verified. */
  readonly reason: string;
  /** The id that the withdrawal has, or will have. */
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
 * The steps of a request. A REFUSED one can still become MADE: just as it was given up, another
 * process may have resumed it, and a withdrawal that exists is reported as made.
 */
export const REQUEST_STEPS = {
  confirm: { from: ['WAITING'], to: 'CONFIRMED' },
  decline: { from: ['WAITING'], to: 'DECLINED' },
  make: { from: ['CONFIRMED', 'REFUSED'], to: 'MADE' },
  refuse: { from: ['CONFIRMED'], to: 'REFUSED' },
} as const satisfies Record<string, Step<RequestState>>;

/** A key that no client can send, since clients' keys are printable. */
export function orderKeyOf({ id }: Pick<WithdrawalRequest, 'id'>): string {
  return `withdrawal request\t${id}`;
}
