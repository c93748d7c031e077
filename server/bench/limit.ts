/**
 * An option of the commands that measure times. A time depends on the machine and on what else it
 * does, so one above its limit is said, and fails the run only if that was asked for.
 */
export const GATE = { gate: { type: 'boolean', default: false } } as const;

/** Ends a printed line: the share of the limit that was used. */
export function shareOf(value: number, limit: number, unit: 'ms' | 'KB'): string {
  const verdict = value <= limit ? '' : ', above its limit';
  return `${(value / limit).toFixed(2)} of ${String(limit)} ${unit}${verdict}`;
}

/** Makes the run exit with status 1 if the value is above its limit, or could not be measured. */
export function failAbove(value: number, limit: number): void {
  if (!(value <= limit)) process.exitCode = 1;
}
