import { ApiError } from '../errors.ts';
import type { EnvironmentId } from '../ids.ts';

/** How many requests may wait for deliveries in this process, in total and per tenant. */
const LIMITS = { all: 500, ofEnvironment: 20 };
const BUSY_SECONDS = 5;

export interface WaitRoom {
  /**
   * @returns a function to call when the request stops waiting, and a signal that asks it to
   * @throws ApiError rate_limited or unavailable if there is no room for another
   */
  enter(environmentId: EnvironmentId): {
    readonly closing: AbortSignal;
    readonly leave: () => void;
  };
  /** Answers all waiting requests at once, since a stopping process waits for its answers. */
  close(): void;
}

export function openWaitRoom(limits: Partial<typeof LIMITS> = {}): WaitRoom {
  const { all, ofEnvironment } = { ...LIMITS, ...limits };
  const waiting = new Map<EnvironmentId, number>();
  const closing = new AbortController();
  let total = 0;
  const count = (environmentId: EnvironmentId, by: 1 | -1): void => {
    total += by;
    const now = (waiting.get(environmentId) ?? 0) + by;
    if (now === 0) waiting.delete(environmentId);
    else waiting.set(environmentId, now);
  };
  return {
    enter: (environmentId) => {
      const retry = { retryAfterSeconds: BUSY_SECONDS };
      if (total >= all) throw new ApiError('unavailable', retry);
      if ((waiting.get(environmentId) ?? 0) >= ofEnvironment) {
        throw new ApiError('rate_limited', retry);
      }
      count(environmentId, 1);
      return { closing: closing.signal, leave: () => count(environmentId, -1) };
    },
    close: () => closing.abort(),
  };
}
