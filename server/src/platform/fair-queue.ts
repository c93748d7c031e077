import { ApiError } from '../errors.ts';

/** Does the work once it is its owner's turn. */
type FairQueue = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Does expensive work one piece at a time. Whoever has work waiting gets a turn for each turn of
 * another, so that nobody waits for all that somebody else has asked for.
 * @param most how much of one owner may wait; more is refused as unavailable
 */
export function openFairQueue(most: number): FairQueue {
  const waiting = new Map<string, readonly (() => Promise<void>)[]>();
  let isWorking = false;
  const workOff = async (): Promise<void> => {
    isWorking = true;
    // The map keeps the order in which owners were added; who has more is added again, at the end.
    for (const [owner, [work, ...others]] of waiting) {
      waiting.delete(owner);
      if (others.length > 0) waiting.set(owner, others);
      await work?.();
    }
    isWorking = false;
  };
  return async (owner, work) => {
    const own = waiting.get(owner) ?? [];
    if (own.length >= most) throw new ApiError('unavailable');
    return new Promise((resolve, reject) => {
      waiting.set(owner, [...own, () => Promise.try(work).then(resolve, reject)]);
      if (!isWorking) void workOff();
    });
  };
}
