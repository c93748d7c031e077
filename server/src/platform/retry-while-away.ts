import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from './db.ts';

/** How often to try while the database is away, with a pause that grows each time. */
export interface RetrySettings {
  readonly tries: number;
  readonly stepMs: number;
}

/** For idempotent work only: when the database goes away, nobody knows whether it took effect. */
export async function retryWhileAway<Result>(
  { tries, stepMs }: RetrySettings,
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
