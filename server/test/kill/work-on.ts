import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Db } from '../../src/platform/db.ts';

const TIMEOUT_MS = 20_000;
const PAUSE_MS = 500;

/**
 * Works on a database, and starts over while it is away: it is being started, or its machine is
 * overloaded.
 * @param urlOf its present URL; throws while it has none
 */
export async function workOn<Result>(
  urlOf: () => Promise<string>,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      const db = connect({ url: await urlOf(), connections: 1, onError: () => undefined });
      return await work(db).finally(() => db.end());
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(PAUSE_MS);
    }
  }
}
