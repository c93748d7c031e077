import { useEffect } from 'react';
import { useTenantQuery } from '../api/query.ts';
import { useNow } from '../api/use-now.ts';
import { isOutdated, overviewQuery } from './overview-query.ts';

const AGAIN_MS = 10_000;

/** A period summed up, and again once its last day is over: no event says that it is midnight. */
export function useOverview(period: string, everyMs: number | undefined) {
  const overview = useTenantQuery('getOverview', { query: overviewQuery(period), everyMs });
  const { data, isPlaceholderData, refetch } = overview;
  const isOld = isOutdated(period, data?.to ?? '', useNow()) && !isPlaceholderData;
  useEffect(() => {
    if (!isOld) return;
    const look = () => void refetch({ cancelRefetch: false });
    look();
    // The server's day may end a few seconds after ours.
    const timer = setInterval(look, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOld, refetch]);
  return overview;
}
