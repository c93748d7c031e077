import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';

/** How many attempts are allowed before further ones are blocked, and for how long. */
export interface AttemptRule {
  /** How many attempts are let through within the window. */
  readonly most: number;
  readonly windowMs: number;
  /** The duration of the first block; each further one within a day lasts twice as long. */
  readonly holdMs: number;
}

const MAX_HOLD_MS = DAY_MS;

/** Passwords for one e-mail address, whether or not it has an account. */
export const PASSWORDS: AttemptRule = {
  most: 10,
  windowMs: 15 * MINUTE_MS,
  holdMs: 15 * MINUTE_MS,
};
/** Codes and passwords of somebody whose first factor was correct. */
export const CODES: AttemptRule = PASSWORDS;
/** All attempts from one IP address, which an office may share. */
export const ADDRESSES: AttemptRule = {
  most: 100,
  windowMs: 15 * MINUTE_MS,
  holdMs: 15 * MINUTE_MS,
};
export const SIGN_UPS: AttemptRule = { most: 20, windowMs: HOUR_MS, holdMs: HOUR_MS };
/**
 * Mails that strangers make us send to one address. The block does not grow: somebody who keeps
 * requesting mails must not keep the owner from the link that was just sent.
 */
export const MAILS: AttemptRule = { most: 6, windowMs: HOUR_MS, holdMs: 0 };
export const REPEATED_MAILS: AttemptRule = { most: 1, windowMs: MINUTE_MS, holdMs: 0 };

export interface Attempts {
  readonly tries: number;
  readonly since: Date;
  readonly holds: number;
  readonly heldUntil: Date | null;
}

export interface EvaluatedAttempt {
  readonly next: Attempts;
  /** Set if the attempt must not be made. */
  readonly waitMs: number | undefined;
}

/** The effect of one more attempt. Attempts while blocked change nothing. */
export function evaluateAttempt(
  before: Attempts | undefined,
  now: Date,
  rule: AttemptRule,
): EvaluatedAttempt {
  const { tries, since, holds, heldUntil } = withoutExpired(before, now, rule);
  if (heldUntil !== null) {
    const waitMs = heldUntil.getTime() - now.getTime();
    return { next: { tries, since, holds, heldUntil }, waitMs };
  }
  if (tries < rule.most) {
    return { next: { tries: tries + 1, since, holds, heldUntil: null }, waitMs: undefined };
  }
  const windowEnd = since.getTime() + rule.windowMs - now.getTime();
  const holdMs = Math.min(rule.holdMs * 2 ** Math.min(holds, 20), MAX_HOLD_MS);
  const waitMs = holdMs === 0 ? windowEnd : holdMs;
  const until = holdMs === 0 ? null : new Date(now.getTime() + holdMs);
  return { next: { tries, since, holds: holds + (until ? 1 : 0), heldUntil: until }, waitMs };
}

/** A start further in the future was recorded before the clock was set back. */
const MAX_AHEAD_MS = MINUTE_MS;

function withoutExpired(before: Attempts | undefined, now: Date, rule: AttemptRule): Attempts {
  if (!before) return { tries: 0, since: now, holds: 0, heldUntil: null };
  const { since, heldUntil } = before;
  if (since.getTime() - now.getTime() > MAX_AHEAD_MS) {
    return { tries: 0, since: now, holds: before.holds, heldUntil: null };
  }
  const holds = now.getTime() - since.getTime() > DAY_MS + MAX_HOLD_MS ? 0 : before.holds;
  const isOver =
    heldUntil === null
      ? now.getTime() - since.getTime() > rule.windowMs
      : heldUntil.getTime() <= now.getTime();
  return isOver ? { tries: 0, since: now, holds, heldUntil: null } : { ...before, holds };
}
