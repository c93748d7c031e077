import { useEffect, useState } from 'react';

/** Whole seconds that are left of a wait; it begins anew with each other error. */
export function useCountdown(error: Error | undefined, seconds: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (error === undefined || seconds <= 0) return setLeft(0);
    const end = Date.now() + seconds * 1_000;
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [error, seconds]);
  return left;
}
