import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from './db.ts';

/** How often something is tried while the database is away, each time after a longer pause. */
export interface Patience {
  readonly tries: number;
  readonly stepMs: number;
}

/** For what may be done twice: whether it took effect is not known when the database goes away. */
export async function patiently<Result>(
  { tries, stepMs }: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || attempt >= tries) throw error;
      await sleep(attempt * stepMs);
    }
  }
}
