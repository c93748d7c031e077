import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '../platform/db.ts';
import { withTimeout } from '../platform/with-timeout.ts';

/** @returns whether nothing is left to write */
export type PendingWrite = () => Promise<boolean>;

/** Writes that the database was away for. For those of a dead process, leases make up. */
export interface PendingWrites {
  add(write: PendingWrite): void;
  /**
   * Tries each once more.
   * @returns whether the database was there for all of them
   * @throws what has failed for another reason, and is not tried again
   */
  retry(): Promise<boolean>;
  /** Before this process ends: tries until the database was there, or for `ms`. */
  finish(ms: number, onFault: (error: unknown) => void): Promise<void>;
}

const PAUSE_MS = 250;

export function openPendingWrites(): PendingWrites {
  const pending = new Set<PendingWrite>();
  /** @returns whether the database was there */
  const tryOnce = async (write: PendingWrite): Promise<boolean> => {
    try {
      if (await write()) pending.delete(write);
      return true;
    } catch (error) {
      if (isDatabaseAway(error)) return false;
      pending.delete(write);
      throw error;
    }
  };
  const retry = async (): Promise<boolean> => {
    const tried = await Promise.all([...pending].map(tryOnce));
    return tried.every(Boolean);
  };
  return {
    add: (write) => void pending.add(write),
    retry,
    finish: async (ms, onFault) => {
      let isOver = false;
      const isDone = (): Promise<boolean> =>
        retry().catch((error: unknown) => {
          onFault(error);
          return false;
        });
      const untilDone = async (): Promise<void> => {
        while (!(await isDone()) && !isOver) await sleep(PAUSE_MS);
      };
      await withTimeout(untilDone(), ms, () => (isOver = true));
    },
  };
}
