import type { Opening } from '../liquid/output.ts';

export const CHECK_STATES = ['unchecked', 'seen', 'confirmed', 'mismatch', 'unobservable'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export const CHECK_FAULTS = [
  'missing',
  'other_address',
  'other_asset',
  'other_amount',
  'counted_before',
  'forged',
] as const;
export type CheckFault = (typeof CHECK_FAULTS)[number];

/** What must stand in an output that pays a deposit. */
export interface Due {
  readonly asset: string;
  readonly units: bigint;
}

/** What an output to the deposit's script holds, and what it was opened with if it was hidden. */
export interface Holding {
  readonly vout: number;
  readonly held:
    Opening | { readonly kind: 'explicit'; readonly asset: string; readonly units: bigint };
}

/** What a look found at the chain. */
export type Sight =
  | { readonly kind: 'absent'; readonly forMs: number }
  | {
      readonly kind: 'there';
      readonly confirmations: number;
      /** Whether any output pays the script, be it another deposit's. */
      readonly paysScript: boolean;
      /** The outputs to the script that no other deposit has. */
      readonly free: readonly Holding[];
    };

export interface Verdict {
  readonly state: CheckState;
  readonly fault: CheckFault | null;
  readonly confirmations: number;
  readonly assetOk: boolean | null;
  readonly amountOk: boolean | null;
  /** What the output holds, where it can be read. */
  readonly units: bigint | null;
  /** The output that is this deposit's from now on; what is wrong is nobody's. */
  readonly output: Holding | null;
}

/** How a chain is looked at. */
export interface Rules {
  /** From so many confirmations on it is confirmed. */
  readonly confirmations: number;
  /** For so long a transaction that was told may be unknown to the chain. */
  readonly missingMs: number;
  /** Between two blocks. */
  readonly blockMs: number;
  readonly soonestMs: number;
  readonly latestMs: number;
}

/** Whether what the chain shows is what the provider told of a deposit. */
export function judge(sight: Sight, due: Due, rules: Rules): Verdict {
  if (sight.kind === 'absent') {
    return sight.forMs > rules.missingMs
      ? mismatch('missing', 0)
      : { ...BLANK, state: 'unchecked' };
  }
  const { confirmations, paysScript, free } = sight;
  if (!paysScript) return mismatch('other_address', confirmations);
  const [best] = free.toSorted((one, other) => rank(one, due) - rank(other, due));
  if (!best) return mismatch('counted_before', confirmations);
  const { held } = best;
  if (held.kind === 'forged') return mismatch('forged', confirmations);
  if (held.kind === 'closed') {
    return { ...BLANK, state: 'unobservable', confirmations, output: best };
  }
  const { units } = held;
  const assetOk = held.asset === due.asset;
  // Of another asset the amount says nothing.
  if (!assetOk) return { ...mismatch('other_asset', confirmations), assetOk, units };
  const amountOk = units === due.units;
  if (!amountOk) return { ...mismatch('other_amount', confirmations), assetOk, amountOk, units };
  const state = confirmations >= rules.confirmations ? 'confirmed' : 'seen';
  return { state, fault: null, confirmations, assetOk, amountOk, units, output: best };
}

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
 * Which of several is meant: the one that is right; else one that may be, since nobody can read
 * it; else what is nearest.
 */
function rank({ held }: Holding, due: Due): number {
  if (held.kind === 'closed') return 1;
  if (held.kind === 'forged') return 3;
  if (held.asset !== due.asset) return 4;
  return held.units === due.units ? 0 : 2;
}

/** No reorganisation of the network reaches so deep. */
const SETTLED = 10;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The sandbox makes a block every second, and nobody counts the calls to it. */
export const PACES = {
  live: {
    missingMs: HOUR_MS,
    blockMs: MINUTE_MS,
    soonestMs: 15 * SECOND_MS,
    latestMs: 10 * MINUTE_MS,
  },
  test: { missingMs: MINUTE_MS, blockMs: SECOND_MS, soonestMs: SECOND_MS, latestMs: MINUTE_MS },
} as const satisfies Record<string, Omit<Rules, 'confirmations'>>;

/**
 * How long until the next look; undefined: never again. What has stood for long is looked at ever
 * more rarely.
 * @param stoodMs for how long it has been in this state
 */
export function pauseAfter(
  { state, confirmations }: Pick<Verdict, 'state' | 'confirmations'>,
  stoodMs: number,
  rules: Rules,
): number | undefined {
  if (state === 'mismatch') {
    // A server may have lied, or be mended; a week shows it.
    return stoodMs > 7 * DAY_MS ? undefined : within(stoodMs, MINUTE_MS, DAY_MS);
  }
  if (confirmations < rules.confirmations) {
    return within(stoodMs / 3, rules.soonestMs, rules.latestMs);
  }
  const left = Math.max(SETTLED, rules.confirmations) - confirmations;
  return left > 0 ? Math.max(left * rules.blockMs, stoodMs / 3) : undefined;
}

/** For how long a failure puts a look off, when nobody says when asking may help. */
export function pauseAfterFailure(stoodMs: number, { soonestMs }: Rules): number {
  return within(stoodMs / 3, soonestMs, HOUR_MS);
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
