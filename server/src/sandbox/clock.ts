import { DAY_MS } from '../durations.ts';

/** How far an environment's clock may be moved ahead of the database's in total. */
export const MAX_AHEAD_MS = 400 * DAY_MS;

export interface ClockReading {
  readonly now: Date;
  /** How far the clock has been moved forward in total. */
  readonly offsetMs: number;
}

/** What was waiting, and is due now that the clock was moved. */
export interface Due {
  readonly deposits: number;
  readonly withdrawals: number;
  readonly deliveries: number;
}
