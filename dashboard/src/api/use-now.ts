import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { meQuery } from './me.ts';
import { serverNow } from './server-clock.ts';

export type Clock = 'environment' | 'world';

/** Longer than the interval at which `useNow` updates. */
const SOON_MS = 60_000;

/**
 * The time to half a minute, by the clock of the environment that the page shows. People, keys and
 * the gateway's own affairs go by the real clock.
 */
export function useNow(clock: Clock = 'environment'): number {
  const offsetMs = useOffsetMs();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return clock === 'world' ? now : now + offsetMs;
}

/** Whether an instant has come, updated as soon as it does, by the environment's clock. */
export function useHasPassed(at: string): boolean {
  const leftMs = Date.parse(at) - useNow();
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    if (leftMs > SOON_MS) return;
    const timer = setTimeout(() => setPassed(at), Math.max(0, leftMs));
    return () => clearTimeout(timer);
  }, [at, leftMs]);
  return leftMs <= 0 || passed === at;
}

/** Only a test environment's clock can be moved forward. */
function useOffsetMs(): number {
  const { accountId, mode } = useParams({ strict: false });
  const isTest = mode === 'test';
  const { data } = useQuery({ ...meQuery, enabled: isTest });
  const own = data?.memberships.find((membership) => membership.accountId === accountId);
  return isTest ? (own?.testClockOffsetMs ?? 0) : 0;
}
