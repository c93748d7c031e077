import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { LiquidOutput } from '../liquid/output.ts';
import { UNITS_PER_CENT, unitsOf } from '../liquid/units.ts';
import type { Cents } from '../money.ts';

export const FUNDING_STATES = ['unchecked', 'seen', 'confirmed'] as const;
export type FundingState = (typeof FUNDING_STATES)[number];

export const FUNDING_PROBLEMS = ['short', 'over', 'late', 'other_asset', 'not_taken'] as const;
export type FundingProblem = (typeof FUNDING_PROBLEMS)[number];

/** What was seen at a withdrawal's address. */
export interface Funding {
  readonly state: FundingState;
  readonly txId: string | null;
  readonly confirmations: number;
  readonly problem: FundingProblem | null;
  /** In units of 10^-8 DePix; null if the amount is hidden or of another asset. */
  readonly units: bigint | null;
  /** The latest time by which the transaction was there, and when it was confirmed. */
  readonly seenAt: Date | null;
  readonly confirmedAt: Date | null;
}

/** What matters of a withdrawal for its funding. Times are its environment's. */
export interface Funded {
  readonly status: string;
  readonly providerStatus: string | null;
  readonly depositAmountCents: Cents;
  /** The transaction that the provider says it received. */
  readonly blockchainTxId: string | null;
  readonly expiresAt: Date;
  readonly updatedAt: Date;
  readonly now: Date;
}

/** A transaction that pays the address. */
export interface Arrival {
  readonly txId: string;
  readonly confirmations: number;
  /** Only its outputs to the address. */
  readonly outputs: readonly LiquidOutput[];
}

/** The installation's settings that a look is judged by. */
export interface Terms {
  readonly assetId: string;
  /** How many confirmations make a transaction confirmed. */
  readonly confirmations: number;
  /** The minimum time between blocks, from which the minimum age of a transaction follows. */
  readonly blockMs: number;
}

export const NOTHING_SEEN: Funding = {
  state: 'unchecked',
  txId: null,
  confirmations: 0,
  problem: null,
  units: null,
  seenAt: null,
  confirmedAt: null,
};

/** How long the provider may take to accept a confirmed payment. */
export const TAKING_MS = 10 * MINUTE_MS;

/** In order of preference, so that nobody can hide a payment behind a worse one. */
const KINDS = ['taken', 'exact', 'hidden', 'other_amount', 'other_asset'] as const;
type Kind = (typeof KINDS)[number];

/** Judges the transactions at the address, beside what was seen there before. Pure. */
export function evaluateFunding(
  withdrawal: Funded & Pick<Funding, 'txId' | 'seenAt' | 'confirmedAt'>,
  arrivals: readonly Arrival[],
  terms: Terms,
): Funding {
  const arrival = choose(withdrawal, arrivals, terms);
  if (!arrival) return NOTHING_SEEN;
  const { txId, confirmations } = arrival;
  const same = withdrawal.txId === txId ? withdrawal : NOTHING_SEEN;
  const past = (blocks: number): Date =>
    new Date(withdrawal.now.getTime() - Math.max(0, blocks) * terms.blockMs);
  const isConfirmed = confirmations >= terms.confirmations;
  const units = unitsIn(arrival, terms.assetId);
  const seen = {
    txId,
    confirmations,
    units,
    seenAt: same.seenAt ?? past(confirmations - 1),
    confirmedAt: isConfirmed
      ? (same.confirmedAt ?? past(confirmations - terms.confirmations))
      : null,
  };
  const state = isConfirmed ? 'confirmed' : 'seen';
  return { state, ...seen, problem: problemOf(withdrawal, arrival, seen, terms) };
}

function choose(
  withdrawal: Funded,
  arrivals: readonly Arrival[],
  { assetId }: Terms,
): Arrival | undefined {
  const due = unitsOf(withdrawal.depositAmountCents);
  const ranked = arrivals.map((arrival) => {
    const kind = kindOf(withdrawal, arrival, assetId);
    const isOff = kind === 'other_amount';
    const off = isOff ? distance(unitsIn(arrival, assetId) ?? 0n, due) : 0n;
    return { arrival, rank: KINDS.indexOf(kind), off };
  });
  const [best] = ranked.sort(
    (one, other) =>
      one.rank - other.rank ||
      Number(one.off - other.off) ||
      one.arrival.confirmations - other.arrival.confirmations,
  );
  return best?.arrival;
}

function kindOf(withdrawal: Funded, arrival: Arrival, assetId: string): Kind {
  if (arrival.txId === withdrawal.blockchainTxId) return 'taken';
  if (isHidden(arrival)) return 'hidden';
  const units = unitsIn(arrival, assetId);
  if (units === null) return 'other_asset';
  return units === unitsOf(withdrawal.depositAmountCents) ? 'exact' : 'other_amount';
}

function isHidden({ outputs }: Arrival): boolean {
  return outputs.some(({ confidential }) => confidential);
}

/** Null if no output has the asset, or some outputs are hidden. */
function unitsIn(arrival: Arrival, assetId: string): bigint | null {
  const ours = arrival.outputs.filter(({ asset }) => asset === assetId);
  if (isHidden(arrival) || ours.length === 0) return null;
  return ours.reduce((sum, { units }) => sum + (units ?? 0n), 0n);
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}

/** The problem that the merchant has to know first. */
function problemOf(
  withdrawal: Funded,
  arrival: Arrival,
  { units, seenAt, confirmedAt }: Pick<Funding, 'units' | 'confirmedAt'> & { seenAt: Date },
  { assetId }: Terms,
): FundingProblem | null {
  const isPaid = withdrawal.status === 'COMPLETED';
  const kind = kindOf({ ...withdrawal, blockchainTxId: null }, arrival, assetId);
  if (kind === 'other_asset') return isPaid ? null : 'other_asset';
  if (!isPaid && seenAt > withdrawal.expiresAt) return 'late';
  const due = unitsOf(withdrawal.depositAmountCents);
  if (units !== null && units < due) return 'short';
  // Less than a cent too much matters to nobody.
  if (units !== null && units >= due + UNITS_PER_CENT) return 'over';
  return isNotTaken(withdrawal, confirmedAt) ? 'not_taken' : null;
}

/** Whether the provider does not know about the payment, long after it was confirmed. */
function isNotTaken(withdrawal: Funded, confirmedAt: Date | null): boolean {
  return (
    confirmedAt !== null &&
    isUnfunded(withdrawal) &&
    withdrawal.blockchainTxId === null &&
    withdrawal.now.getTime() - confirmedAt.getTime() >= TAKING_MS
  );
}

/** Whether the provider has not reported any money; a canceled payout may have received some. */
function isUnfunded({ status, providerStatus }: Funded): boolean {
  if (status === 'FAILED') return providerStatus === 'canceled';
  return ['PENDING', 'EXPIRED'].includes(status) && providerStatus === 'unsent';
}

const OFTEN = { seconds: 15, looks: 120 };
const LESS_OFTEN = { seconds: 40, looks: 2_115 };
const RARELY_SECONDS = 300;
/** With fast blocks, a transaction is confirmed soon after it is seen. */
const SEEN_SECONDS = 5;

/**
 * Seconds until the next look: every 15 s for half an hour, then every 40 s for a day, then every
 * 5 minutes. After an end that a late payment may still follow, less and less often, for a week.
 * @returns null if there is no further look
 */
export function nextLook(
  { status, updatedAt, now, looks }: Funded & { readonly looks: number },
  state: FundingState,
  { blockMs }: Terms,
): number | null {
  const sinceMs = now.getTime() - updatedAt.getTime();
  if (status === 'COMPLETED' && (state === 'confirmed' || sinceMs > DAY_MS)) return null;
  if (status === 'FAILED' || status === 'EXPIRED') {
    if (sinceMs > 7 * DAY_MS) return null;
    return sinceMs > DAY_MS ? 12 * 3_600 : sinceMs > HOUR_MS ? 3_600 : 60;
  }
  const isSoon = state === 'seen' && blockMs < SEEN_SECONDS * 1_000;
  if (looks <= OFTEN.looks) return isSoon ? SEEN_SECONDS : OFTEN.seconds;
  return looks <= OFTEN.looks + LESS_OFTEN.looks ? LESS_OFTEN.seconds : RARELY_SECONDS;
}
