import { ApiError } from '../errors.ts';

/** A person waits for one file, and may have started another in a second window. */
const MAX_CONCURRENT = 3;
const BUSY_SECONDS = 10;

/** Limits how many files this process writes for each person. */
export interface FileLimit {
  /**
   * @returns a function to call when the file has ended
   * @throws ApiError rate_limited while too many are in progress
   */
  begin(userId: string): () => void;
}

export function openFileLimit(): FileLimit {
  const running = new Map<string, number>();
  return {
    begin: (userId) => {
      const theirs = running.get(userId) ?? 0;
      if (theirs >= MAX_CONCURRENT) {
        throw new ApiError('rate_limited', { retryAfterSeconds: BUSY_SECONDS });
      }
      running.set(userId, theirs + 1);
      return () => {
        const left = (running.get(userId) ?? 1) - 1;
        if (left === 0) running.delete(userId);
        else running.set(userId, left);
      };
    },
  };
}
