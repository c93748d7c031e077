/** The time arithmetic of the stores' SQL. */

export function later(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000);
}

export function isPast(time: Date | null, now: Date): boolean {
  return time !== null && time.getTime() < now.getTime();
}

/** Whether a time has come. */
export function isDue(time: Date | null, now: Date): boolean {
  return time !== null && time.getTime() <= now.getTime();
}

/** `date_bin('10 seconds', …, 'epoch')` */
export function onGrid(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 10_000) * 10_000);
}

export function byTime<Row>(timeOf: (row: Row) => Date | null): (one: Row, other: Row) => number {
  return (one, other) => (timeOf(one)?.getTime() ?? 0) - (timeOf(other)?.getTime() ?? 0);
}
