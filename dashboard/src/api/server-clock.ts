/** Less is the way of an answer, and the part of a second that it does not tell. */
const NOISE_MS = 30_000;

let aheadMs = 0;

/**
 * Hears from an answer that has just come what time it is. All times that are shown are the
 * server's, and the clock of a device may be hours off.
 */
export function hearTime(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < NOISE_MS ? 0 : ahead;
}

/** What time it is by the server's clock, as far as this device can tell. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
