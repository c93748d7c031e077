import { BLOCK_MS } from '../chain/port.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { Opening } from '../liquid/output.ts';

export const CHECK_STATES = ['unchecked', 'seen', 'confirmed', 'mismatch', 'unobservable'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export const CHECK_FAULTS = [
  'missing',
  'other_address',
  'other_asset',
  'other_amount',
  'counted_before',
  'paid_before',
  'forged',
] as const;
export type CheckFault = (typeof CHECK_FAULTS)[number];

/** What an output that pays the deposit must contain. */
export interface Expected {
  readonly asset: string;
  readonly units: bigint;
  /** When the deposit was ordered, or earlier. */
  readonly orderedAt: Date;
}

/** An output to the deposit's script: what it holds, and how it was unblinded if hidden. */
export interface Candidate {
  readonly vout: number;
  readonly held:
    | Opening
    | { readonly kind: 'explicit'; readonly asset: string; readonly units: bigint }
    /** There was no key to try. */
    | { readonly kind: 'hidden' };
}

/** What a look found on the chain. */
export type Observation =
  | { readonly kind: 'absent'; readonly forMs: number }
  | {
      readonly kind: 'there';
      readonly confirmations: number;
      /** When its block was made, if that is known. */
      readonly blockAt: Date | undefined;
      /** Whether any output pays the script, even another deposit's. */
      readonly paysScript: boolean;
      /** The outputs to the script that no other deposit has claimed. */
      readonly free: readonly Candidate[];
    };

export interface Verdict {
  readonly state: CheckState;
  readonly fault: CheckFault | null;
  readonly confirmations: number;
  readonly assetOk: boolean | null;
  readonly amountOk: boolean | null;
  /** The amount in the output, if it can be read. */
  readonly units: bigint | null;
  /** The output that this deposit claims; an output with a fault is not claimed. */
  readonly output: Candidate | null;
}

/** How often and how long to look at a chain. */
export interface Rules {
  /** How many confirmations make a payment confirmed. */
  readonly confirmations: number;
  /** For how long a reported transaction may be unknown to the chain. */
  readonly missingMs: number;
  /** The time between two blocks. */
  readonly blockMs: number;
  readonly soonestMs: number;
  readonly latestMs: number;
}

/** Whether the chain shows what the provider reported for a deposit. */
export function evaluate(sight: Observation, expected: Expected, rules: Rules): Verdict {
  if (sight.kind === 'absent') {
    return sight.forMs > rules.missingMs
      ? mismatch('missing', 0)
      : { ...BLANK, state: 'unchecked' };
  }
  const { confirmations, blockAt, paysScript, free } = sight;
  if (!paysScript) return mismatch('other_address', confirmations);
  if (blockAt && blockAt.getTime() < expected.orderedAt.getTime() - CLOCK_ERROR_MS) {
    return mismatch('paid_before', confirmations);
  }
  const [best] = free.toSorted((one, other) => rank(one, expected) - rank(other, expected));
  if (!best) return mismatch('counted_before', confirmations);
  const { held } = best;
  // A server may have corrupted what the address's own key does not open, but not for so long.
  const isForged = held.kind === 'closed' && confirmations >= finalAt(rules);
  if (held.kind === 'forged' || isForged) return mismatch('forged', confirmations);
  if (held.kind === 'closed' || held.kind === 'hidden') {
    return { ...BLANK, state: 'unobservable', confirmations, output: best };
  }
  const { units } = held;
  const assetOk = held.asset === expected.asset;
  // The amount of another asset says nothing.
  if (!assetOk) return { ...mismatch('other_asset', confirmations), assetOk, units };
  const amountOk = units === expected.units;
  if (!amountOk) return { ...mismatch('other_amount', confirmations), assetOk, amountOk, units };
  const state = confirmations >= rules.confirmations ? 'confirmed' : 'seen';
  return { state, fault: null, confirmations, assetOk, amountOk, units, output: best };
}

/** Clocks may differ, and one that was set to Brazil's local time is five hours off at most. */
const CLOCK_ERROR_MS = 6 * HOUR_MS;

const BLANK = {
  fault: null,
  confirmations: 0,
  assetOk: null,
  amountOk: null,
  units: null,
  output: null,
} as const;

function mismatch(fault: CheckFault, confirmations: number): Verdict {
  return { ...BLANK, state: 'mismatch', fault, confirmations };
}

/**
 * Ranks the outputs that may be meant: the right one first; then one that may be right, since it
 * cannot be read; then the least wrong.
 */
function rank({ held }: Candidate, expected: Expected): number {
  if (held.kind === 'hidden') return 1;
  if (held.kind === 'closed') return 2;
  if (held.kind === 'forged') return 4;
  if (held.asset !== expected.asset) return 5;
  return held.units === expected.units ? 0 : 3;
}

/** No reorganisation of the network goes this deep. */
const SETTLED = 10;

/** How many confirmations make what was found final. */
const finalAt = ({ confirmations }: Rules): number => Math.max(SETTLED, confirmations);

/** The sandbox's blocks come faster, and it does not limit calls. */
export const TIMINGS = {
  live: {
    missingMs: HOUR_MS,
    blockMs: BLOCK_MS.live,
    soonestMs: 15 * SECOND_MS,
    latestMs: 10 * MINUTE_MS,
  },
  test: { missingMs: MINUTE_MS, blockMs: BLOCK_MS.test, soonestMs: SECOND_MS, latestMs: MINUTE_MS },
} as const satisfies Record<string, Omit<Rules, 'confirmations'>>;

/**
 * How long until the next look; undefined if there is none. Looks back off the longer a state
 * lasts.
 * @param inStateMs how long it has been in this state
 */
export function pauseAfter(
  { state, confirmations }: Pick<Verdict, 'state' | 'confirmations'>,
  inStateMs: number,
  rules: Rules,
): number | undefined {
  if (state === 'mismatch') {
    // The server may have been wrong, or be fixed; a week is enough to see that.
    return inStateMs > 7 * DAY_MS ? undefined : within(inStateMs, MINUTE_MS, DAY_MS);
  }
  if (confirmations < rules.confirmations) {
    return within(inStateMs / 3, rules.soonestMs, rules.latestMs);
  }
  const left = finalAt(rules) - confirmations;
  return left > 0 ? Math.max(left * rules.blockMs, inStateMs / 3) : undefined;
}

/** The delay of the next look after a failure, if the server does not say when to retry. */
export function pauseAfterFailure(inStateMs: number, { soonestMs }: Rules): number {
  return within(inStateMs / 3, soonestMs, HOUR_MS);
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
