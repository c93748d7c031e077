import { useEffect } from 'react';
import { type TenantOperation, useRefresh } from '../api/query.ts';

const PAUSE_MS = 10_000;

/** Blocks come without any change of ours, so an open page polls while some are awaited. */
export function usePolling(operation: TenantOperation, isAwaiting: boolean): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (!isAwaiting) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh(operation);
    }, PAUSE_MS);
    return () => clearInterval(timer);
  }, [refresh, operation, isAwaiting]);
}
