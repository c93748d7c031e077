import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Connection } from '../provider/connection.ts';
import { isNotExecuted, roomInSeconds } from '../provider/port.ts';

/** How far back each sweep goes, and how often it runs; `asked` is one extra pass on request. */
export const SWEEPS = {
  two_hours: { spanMs: 2 * HOUR_MS, everyMs: 2 * MINUTE_MS },
  two_days: { spanMs: 48 * HOUR_MS, everyMs: HOUR_MS },
  ninety_days: { spanMs: 90 * DAY_MS, everyMs: DAY_MS },
} as const;

export const SWEEP_NAMES = ['two_hours', 'two_days', 'ninety_days', 'asked'] as const;
export type SweepName = (typeof SWEEP_NAMES)[number];

/** A charge younger than this may not have been recorded yet. */
export const UNSETTLED_MS = 3 * MINUTE_MS;
/** How far the provider's clock and ours may differ. */
export const MARGIN_MS = MINUTE_MS;
/** Deposits per step. With charges that are not ours and the margins, 200 rows still suffice. */
export const STEP_ROWS = 150;
const SMALLEST_STEP_MS = 1_000;

/** One pass over a connection's charges and its progress; one worker at a time holds it. */
export interface Sweep {
  readonly connection: Connection;
  readonly name: SweepName;
  /** The environment that the provider is called for; null if there is none. */
  readonly asker: EnvironmentId | null;
  readonly position: Date;
  readonly until: Date;
  readonly halvings: number;
  readonly failures: number;
  readonly gaps: number;
  readonly lease: string;
  /** The id of the pass, where its comparison starts, and when it began. */
  readonly pass: string;
  readonly since: Date;
  readonly beganAt: Date;
}

/** Where a step ends; `rows` are our deposits from its start, by creation time. */
export function endOfStep(sweep: Sweep, rows: readonly { readonly createdAt: Date }[]): Date {
  const { position, until, halvings } = sweep;
  const next = rows[STEP_ROWS]?.createdAt ?? until;
  const ms = Math.max(
    (next.getTime() - position.getTime()) / 2 ** halvings,
    halvings > 0 ? SMALLEST_STEP_MS : 1,
  );
  return new Date(Math.min(position.getTime() + Math.floor(ms), until.getTime()));
}

/** A step that fails this often is skipped, so that one bad span does not hide the others. */
const MAX_FAILURES = 6;
const MAX_PAUSE_SECONDS = 600;

export interface AfterFailure {
  readonly position: Date;
  readonly halvings: number;
  readonly failures: number;
  readonly gaps: number;
  readonly pauseSeconds: number;
}

/** How a sweep continues after the step that ends at `to` failed. */
export function afterFailure(sweep: Sweep, to: Date, error: unknown): AfterFailure {
  const { position, halvings, gaps } = sweep;
  const failures = sweep.failures + 1;
  if (isNotExecuted(error)) {
    // The budget may be too small for all the calls of this step, however long it waits.
    const narrower = failures > 1 ? Math.min(halvings + 1, 16) : halvings;
    const pauseSeconds = roomInSeconds(error) ?? 60;
    return { position, halvings: narrower, failures, gaps, pauseSeconds };
  }
  if (failures < MAX_FAILURES) {
    const pauseSeconds = Math.min(5 * 2 ** sweep.failures, MAX_PAUSE_SECONDS);
    return { position, halvings, failures, gaps, pauseSeconds };
  }
  return { position: to, halvings: 0, failures: 0, gaps: gaps + 1, pauseSeconds: 1 };
}
