import { ApiError } from '../errors.ts';

/** A person waits for one file, and may have begun another in a second window. */
const MOST_AT_ONCE = 3;
const BUSY_SECONDS = 10;

/** How many files each person is having written by this process. */
export interface FileLimit {
  /**
   * @returns what is called when the file has ended
   * @throws ApiError rate_limited while there are enough under way
   */
  begin(userId: string): () => void;
}

export function openFileLimit(): FileLimit {
  const underWay = new Map<string, number>();
  return {
    begin: (userId) => {
      const theirs = underWay.get(userId) ?? 0;
      if (theirs >= MOST_AT_ONCE) {
        throw new ApiError('rate_limited', { retryAfterSeconds: BUSY_SECONDS });
      }
      underWay.set(userId, theirs + 1);
      return () => {
        const left = (underWay.get(userId) ?? 1) - 1;
        if (left === 0) underWay.delete(userId);
        else underWay.set(userId, left);
      };
    },
  };
}
