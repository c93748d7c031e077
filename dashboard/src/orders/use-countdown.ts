import { useEffect, useState } from 'react';

/** Whole seconds left of a wait; it restarts with each new error. */
export function useCountdown(error: Error | undefined, seconds: number): number {
  const [wait, setWait] = useState<{ error: Error; left: number }>();
  useEffect(() => {
    if (error === undefined) return;
    const end = Date.now() + seconds * 1_000;
    const timer = setInterval(() => {
      setWait({ error, left: Math.max(0, Math.ceil((end - Date.now()) / 1_000)) });
    }, 500);
    return () => clearInterval(timer);
  }, [error, seconds]);
  if (error === undefined) return 0;
  return wait?.error === error ? wait.left : seconds;
}
