import { ApiFailure } from '../api/api-failure.ts';
import { makeUuid } from '../api/make-uuid.ts';
import { outcomeOf, RETRY_DELAYS_MS } from './order-outcome.ts';

export type OrderState<Result> =
  | { readonly step: 'idle' | 'sending' }
  /** `isRetrying`: the same key will be retried automatically; otherwise a person has to. */
  | { readonly step: 'unknown'; readonly error: Error; readonly isRetrying: boolean }
  | { readonly step: 'refused' | 'wait'; readonly error: Error }
  | { readonly step: 'done'; readonly result: Result };

export type Send<Body, Result> = (body: Body, key: string) => Promise<Result>;

interface Order<Body, Result> {
  submit(body: Body, send: Send<Body, Result>): void;
  /** Retries the same order under the same key, at a person's request. */
  retryNow(): void;
  /** Back to the form. An order of unknown outcome keeps its key. */
  reset(): void;
  close(): void;
}

interface Options {
  readonly newKey: () => string;
  readonly pausesMs: readonly number[];
}

/**
 * One money order at a time. Its key is generated once and retried automatically while the outcome
 * is unknown; only an order that was refused is followed by a new key.
 */
export function openOrder<Body, Result>(
  onState: (state: OrderState<Result>) => void,
  { newKey, pausesMs }: Options = {
    newKey: makeUuid,
    pausesMs: RETRY_DELAYS_MS,
  },
): Order<Body, Result> {
  let key = '';
  let placed: { readonly body: Body; readonly send: Send<Body, Result> } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;
  let isUnknown = false;

  const ask = async (tries: number): Promise<void> => {
    if (placed === undefined) return;
    if (key === '') key = newKey();
    try {
      const result = await placed.send(placed.body, key);
      key = '';
      isUnknown = false;
      if (isOpen) onState({ step: 'done', result });
    } catch (thrown) {
      fail(thrown instanceof Error ? thrown : new Error(String(thrown)), tries);
    }
  };
  const fail = (error: Error, tries: number): void => {
    const outcome = outcomeOf(error);
    // Once the outcome is unknown, only a refusal of the order settles it.
    isUnknown = outcome === 'unknown' || (outcome !== 'refused' && isUnknown);
    if (outcome === 'refused') key = '';
    if (!isOpen) return;
    if (!isUnknown) return onState({ step: outcome === 'wait' ? 'wait' : 'refused', error });
    const pause = pausesMs[tries];
    onState({ step: 'unknown', error, isRetrying: pause !== undefined });
    if (pause === undefined) return;
    const retryAfterMs = error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    timer = setTimeout(() => void ask(tries + 1), Math.max(pause, retryAfterMs));
  };
  const stop = (): void => clearTimeout(timer);

  return {
    submit: (body, send) => {
      stop();
      isOpen = true;
      // This is a different order from the one that had to wait.
      if (JSON.stringify(placed?.body) !== JSON.stringify(body)) key = '';
      placed = { body, send };
      onState({ step: 'sending' });
      void ask(0);
    },
    retryNow: () => {
      stop();
      if (isUnknown) void ask(0);
    },
    reset: () => {
      stop();
      onState({ step: 'idle' });
    },
    close: () => {
      stop();
      isOpen = false;
    },
  };
}
