import { setTimeout as sleep } from 'node:timers/promises';

/** Filling takes less than this for each row, at first and later, plus a while for all. */
const FILL_MS = { first: 1.5, least: 0.4, all: 3_000 };
/** How much longer it may take than the last time. */
const MARGIN = 5;

/**
 * Times work that falls due, round after round: each fill may take as long as the last ones did.
 */
type TimeDue = (
  count: number,
  fill: (dueAt: Date) => Promise<void>,
  isDone: () => Promise<boolean>,
) => Promise<number>;

/**
 * Creates work that all falls due at one moment, which is after the creation, so that nothing has
 * to be written to release it.
 * @returns how many per second were done, from that moment on
 */
export function timingDue(): TimeDue {
  let eachMs = FILL_MS.first;
  return async (count, fill, isDone) => {
    const beganAt = Date.now();
    const dueAt = new Date(beganAt + FILL_MS.all + count * eachMs);
    await fill(dueAt);
    const early = dueAt.getTime() - Date.now();
    if (early < 0) throw new Error('the machine is too busy to prepare a round in time');
    const slow = ((Date.now() - beganAt) / count) * MARGIN;
    eachMs = Math.min(FILL_MS.first, Math.max(FILL_MS.least, slow));
    await sleep(early);
    const startedAt = performance.now();
    while (!(await isDone())) {
      if (performance.now() - startedAt > 120_000) throw new Error('nothing is done');
      await sleep(20);
    }
    return count / ((performance.now() - startedAt) / 1_000);
  };
}
