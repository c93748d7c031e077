const BRASILIA_OFFSET_MS = 3 * 3_600_000;

/** Deposits carry Brasília time, which has had no daylight saving since 2019. */
export function inBrasilia(at: Date): string {
  const shifted = new Date(at.getTime() - BRASILIA_OFFSET_MS);
  return `${shifted.toISOString().slice(0, 19)}-03:00`;
}

/** Withdrawals carry UTC. */
export const inUtc = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

/** Midnight in Brasília, when daily limits reset. */
export const startOfDay = (at: Date): Date =>
  new Date(`${inBrasilia(at).slice(0, 10)}T00:00:00-03:00`);

export const plusSeconds = (at: Date, seconds: number): Date =>
  new Date(at.getTime() + seconds * 1000);

/** Parses `YYYY-MM-DD` (midnight in Brasília) or an RFC 3339 time; undefined if it is neither. */
export function readTime(text: string): Date | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const at = new Date(isDay ? `${text}T00:00:00-03:00` : text);
  return (isDay || isTime) && !Number.isNaN(at.getTime()) ? at : undefined;
}
