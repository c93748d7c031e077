/** A smaller difference is network delay, and the fraction of a second that the header omits. */
const NOISE_MS = 30_000;

let aheadMs = 0;

/**
 * Takes the time from a response that has just arrived. All times shown are the server's, and a
 * device's clock may be hours off.
 */
export function syncClock(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < NOISE_MS ? 0 : ahead;
}

/** The time by the server's clock, as far as this device can tell. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
