import { useEffect, useState } from 'react';
import { openOrder, type OrderState, type Send } from './open-order.ts';

/** An order for as long as its form is shown. Its key exists in this page only. */
export function useOrder<Body, Result>(send: Send<Body, Result>) {
  const [state, setState] = useState<OrderState<Result>>({ step: 'idle' });
  const [order] = useState(() => openOrder<Body, Result>(setState));
  const isOpen = state.step === 'unknown' || state.step === 'sending';
  useEffect(() => () => order.close(), [order]);
  useEffect(() => {
    if (!isOpen) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOpen]);
  return {
    state,
    submit: (body: Body) => order.submit(body, send),
    retryNow: () => {
      if (state.step === 'unknown') setState({ ...state, isRetrying: true });
      order.retryNow();
    },
    reset: () => order.reset(),
  };
}
