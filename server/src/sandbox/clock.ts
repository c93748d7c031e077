const UNITS_MS = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000];

/** No months or years, which have no fixed length. */
const DURATION =
  /^P(?!$)(?:(\d{1,3})W)?(?:(\d{1,3})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;

/** Parses an ISO 8601 duration such as `PT20M` or `P1DT12H`; undefined if it is invalid or zero. */
export function readDuration(text: string): number | undefined {
  const [, ...counts] = DURATION.exec(text) ?? [];
  const ms = counts.reduce(
    (sum, count, unit) => sum + Number(count ?? 0) * (UNITS_MS[unit] ?? 0),
    0,
  );
  return ms > 0 ? ms : undefined;
}

/** How far an environment's clock may be moved ahead of the database's in total. */
export const MAX_AHEAD_MS = 400 * 86_400_000;

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
