import { isDatabaseAway } from '../platform/db.ts';

/** @returns whether nothing is left to write */
export type PendingWrite = () => Promise<boolean>;

/** Writes that the database was away for. For those of a dead process, leases make up. */
export interface PendingWrites {
  add(write: PendingWrite): void;
  /** Tries each once more. @throws what has failed for another reason, and is not tried again */
  retry(): Promise<void>;
}

export function openPendingWrites(): PendingWrites {
  const pending = new Set<PendingWrite>();
  const tryOnce = async (write: PendingWrite): Promise<void> => {
    try {
      if (await write()) pending.delete(write);
    } catch (error) {
      if (isDatabaseAway(error)) return;
      pending.delete(write);
      throw error;
    }
  };
  return {
    add: (write) => void pending.add(write),
    retry: async () => {
      await Promise.all([...pending].map(tryOnce));
    },
  };
}
