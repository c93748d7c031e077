/**
 * Calls `make` once for all callers, and again once `forMs` have passed since. A failure is not
 * cached: only those who waited for it see it.
 */
export function cachePromise<Result>(
  make: () => Promise<Result>,
  forMs = Infinity,
): () => Promise<Result> {
  let cached: { readonly until: number; readonly result: Promise<Result> } | undefined;
  return () => {
    if (cached && performance.now() < cached.until) return cached.result;
    const mine = { until: performance.now() + forMs, result: make() };
    cached = mine;
    mine.result.catch(() => {
      if (cached === mine) cached = undefined;
    });
    return mine.result;
  };
}
