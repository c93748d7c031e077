import type { CallPurpose } from './port.ts';

export interface CallBudget {
  readonly perMinute: number;
  readonly burst: number;
}

/** By call name. */
export type Budgets = Readonly<Record<string, CallBudget>>;

/** What the provider is known to allow per connection. */
export const GRANTED: Budgets = {
  deposit: { perMinute: 15, burst: 50 },
  deposits: { perMinute: 12, burst: 10 },
  'deposit-status': { perMinute: 60, burst: 50 },
  withdraw: { perMinute: 10, burst: 50 },
  'withdraw-status': { perMinute: 60, burst: 50 },
};

/** Guards every outgoing call; absent if the provider does not limit calls. */
export interface CallGate {
  /**
   * Takes one call of each name, all or none, waiting at most `maxWaitMs`.
   * @throws ProviderFailure not_executed, rate_limited, with the time until there is room
   */
  enter(calls: readonly string[], maxWaitMs: number): Promise<void>;
  /** The provider refused a call anyway: nobody makes this call for as long as it said. */
  close(call: string, seconds: number): Promise<void>;
}

/** The current state of a bucket. */
export interface Bucket extends CallBudget {
  readonly tokens: number;
  /** How long until it starts to refill. */
  readonly pauseSeconds: number;
  /** How many other accounts are waiting for this call. */
  readonly waiting: number;
  /** How many of them come first: they had fewer calls lately, or as few and have waited longer. */
  readonly ahead: number;
}

/** Rounding must not refuse a caller who returns exactly on time. */
const ALMOST = 1e-6;

/** How long until a call may be made for this purpose; 0 means now. */
export function secondsUntilRoom(bucket: Bucket, purpose: CallPurpose): number {
  const missing = 1 + mustLeave(bucket, purpose) - bucket.tokens;
  return missing <= ALMOST ? 0 : bucket.pauseSeconds + (missing * 60) / bucket.perMinute;
}

/**
 * An account's call leaves one for each account ahead of it. A background call leaves one for every
 * waiting account and a third of the burst for newcomers; but a burst of one is simply shared,
 * since background calls would otherwise never be made.
 */
function mustLeave({ burst, waiting, ahead }: Bucket, purpose: CallPurpose): number {
  if (isOfAnAccount(purpose)) return ahead;
  return waiting + Math.min(burst / 3, burst - 1);
}

/** Whether a call counts towards one account's share; looks and comparisons serve everybody. */
export function isOfAnAccount(purpose: CallPurpose): boolean {
  return purpose === 'request' || purpose === 'page' || purpose === 'news';
}

/** Purposes that never get more than this part of a budget, even if nobody uses the rest. */
const PARTS: Readonly<Partial<Record<CallPurpose, number>>> = { page: 1 / 2, reconcile: 1 / 3 };

/** A purpose's own bucket within a budget; undefined if it may use the whole budget. */
export function partOf(
  { perMinute, burst }: CallBudget,
  purpose: CallPurpose,
): CallBudget | undefined {
  const part = PARTS[purpose];
  if (part === undefined) return undefined;
  return { perMinute: perMinute * part, burst: Math.max(1, burst * part) };
}
