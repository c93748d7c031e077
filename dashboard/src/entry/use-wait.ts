import { useCallback, useEffect, useState } from 'react';

const WAIT_MS = 60_000;

/** The seconds until a mail may be sent again, and a function that starts the countdown. */
export function useWait(isWaiting: boolean): [number, () => void] {
  const [until, setUntil] = useState(() => (isWaiting ? Date.now() + WAIT_MS : 0));
  const [seconds, setSeconds] = useState(isWaiting ? WAIT_MS / 1_000 : 0);
  useEffect(() => {
    const count = () => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
    count();
    if (until <= Date.now()) return;
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return [seconds, useCallback(() => setUntil(Date.now() + WAIT_MS), [])];
}
