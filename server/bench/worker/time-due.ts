import { setTimeout as sleep } from 'node:timers/promises';

/** Filling takes less than this for each row, and a while for all. */
const FILL_MS = { each: 1.5, all: 3_000 };

/**
 * Has so many things made that fall due at one moment, which lies behind the making, so that
 * nothing has to be written to release them.
 * @returns how many a second were done, from that moment on
 */
export async function timeDue(
  count: number,
  fill: (dueAt: Date) => Promise<void>,
  isDone: () => Promise<boolean>,
): Promise<number> {
  const dueAt = new Date(Date.now() + FILL_MS.all + count * FILL_MS.each);
  await fill(dueAt);
  const early = dueAt.getTime() - Date.now();
  if (early < 0) throw new Error('the machine is too busy to prepare a round in time');
  await sleep(early);
  const startedAt = performance.now();
  while (!(await isDone())) {
    if (performance.now() - startedAt > 120_000) throw new Error('nothing is done');
    await sleep(20);
  }
  return count / ((performance.now() - startedAt) / 1_000);
}
