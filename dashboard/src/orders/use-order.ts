import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { ASK_AGAIN_MS, outcomeOf } from './order-outcome.ts';

export type OrderState<Result> =
  | { readonly step: 'idle' | 'sending' }
  /** `isAsking`: the same key will ask again by itself; otherwise a person has to. */
  | { readonly step: 'unknown'; readonly error: Error; readonly isAsking: boolean }
  | { readonly step: 'refused' | 'wait'; readonly error: Error }
  | { readonly step: 'done'; readonly result: Result };

/**
 * One order of money at a time. Its key is made once and asks again, by itself, as long as nobody
 * knows what came of it; only an order that was refused is followed by another key.
 */
export function useOrder<Body, Result>(send: (body: Body, key: string) => Promise<Result>) {
  const [state, setState] = useState<OrderState<Result>>({ step: 'idle' });
  const key = useRef('');
  const order = useRef<Body | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isGone = useRef(false);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });

  const ask = useCallback(async (body: Body, tries: number): Promise<void> => {
    if (key.current === '') key.current = crypto.randomUUID();
    try {
      const result = await latest.current(body, key.current);
      if (!isGone.current) setState({ step: 'done', result });
      key.current = '';
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const outcome = outcomeOf(error);
      if (outcome === 'refused') key.current = '';
      if (isGone.current) return;
      // Once something is unknown, being told to wait does not make it known.
      if (outcome === 'refused' || (outcome === 'wait' && tries === 0)) {
        setState({ step: outcome, error });
        return;
      }
      const pause = ASK_AGAIN_MS[tries];
      setState({ step: 'unknown', error, isAsking: pause !== undefined });
      if (pause === undefined) return;
      const asked = error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
      timer.current = setTimeout(() => void ask(body, tries + 1), Math.max(pause, asked));
    }
  }, []);

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(timer.current);
    };
  }, []);
  useWarningBeforeLeaving(state.step === 'unknown' || state.step === 'sending');

  return {
    state,
    submit: (body: Body) => {
      // Another order than the one that had to wait is another order.
      if (JSON.stringify(order.current) !== JSON.stringify(body)) key.current = '';
      order.current = body;
      setState({ step: 'sending' });
      void ask(body, 0);
    },
    /** The same order under the same key, asked for once more by a person. */
    askNow: () => {
      clearTimeout(timer.current);
      const body = order.current;
      if (body === undefined || state.step !== 'unknown') return;
      setState({ ...state, isAsking: true });
      void ask(body, 1);
    },
    reset: () => {
      clearTimeout(timer.current);
      if (state.step !== 'unknown') key.current = '';
      setState({ step: 'idle' });
    },
  };
}

/** The key of an order lives in this page only. */
function useWarningBeforeLeaving(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOpen]);
}
