import type { CallPurpose } from './port.ts';

export interface CallBudget {
  readonly perMinute: number;
  readonly burst: number;
}

/** By the name of the call. */
export type Budgets = Readonly<Record<string, CallBudget>>;

/** What the provider is known to grant a connection. */
export const GRANTED: Budgets = {
  deposit: { perMinute: 15, burst: 50 },
  deposits: { perMinute: 12, burst: 10 },
  'deposit-status': { perMinute: 60, burst: 50 },
  withdraw: { perMinute: 10, burst: 50 },
  'withdraw-status': { perMinute: 60, burst: 50 },
};

/** Stands before each call that leaves; absent where the provider counts none. */
export interface CallGate {
  /**
   * Takes one call of each name, all or none, waiting at most `patienceMs`.
   * @throws ProviderFailure not_executed, rate_limited, with the time until there is room
   */
  enter(calls: readonly string[], patienceMs: number): Promise<void>;
  /** The provider refused all the same: nobody calls it for as long as it said. */
  close(call: string, seconds: number): Promise<void>;
}

/** A bucket as it stands now. */
export interface Bucket extends CallBudget {
  readonly tokens: number;
  /** Until tokens begin to come back. */
  readonly pauseSeconds: number;
  /** Accounts that wait for this call, the asking one not counted. */
  readonly waiting: number;
  /** Those of them that had less lately, or as little and wait longer. */
  readonly ahead: number;
}

/** Rounding must not refuse who comes exactly in time. */
const ALMOST = 1e-6;

/** Until a call may be taken for this purpose; 0 is now. */
export function secondsUntilRoom(bucket: Bucket, purpose: CallPurpose): number {
  const missing = 1 + mustLeave(bucket, purpose) - bucket.tokens;
  return missing <= ALMOST ? 0 : bucket.pauseSeconds + (missing * 60) / bucket.perMinute;
}

/**
 * Who waits further ahead is left a call. What nobody waits for leaves one to each who does, and a
 * third of the burst to whoever comes; a burst of one would leave it nothing, so it is shared.
 */
function mustLeave({ burst, waiting, ahead }: Bucket, purpose: CallPurpose): number {
  if (isOfAnAccount(purpose)) return ahead;
  return waiting + Math.min(burst / 3, burst - 1);
}

/** Looks and comparisons serve everybody: no account's share pays for them. */
export function isOfAnAccount(purpose: CallPurpose): boolean {
  return purpose === 'request' || purpose === 'page' || purpose === 'news';
}

/** Purposes that get no more than this part of each budget, however little others use. */
const PARTS: Readonly<Partial<Record<CallPurpose, number>>> = { page: 1 / 2, reconcile: 1 / 3 };

/** The bucket of a purpose's own inside each; undefined where it may use the whole. */
export function partOf(
  { perMinute, burst }: CallBudget,
  purpose: CallPurpose,
): CallBudget | undefined {
  const part = PARTS[purpose];
  if (part === undefined) return undefined;
  return { perMinute: perMinute * part, burst: Math.max(1, burst * part) };
}
