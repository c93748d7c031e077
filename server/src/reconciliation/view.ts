import { SHOWN_AS } from './difference.ts';
import type { OpenDifference } from './difference-store.ts';
import type { Result } from './result-store.ts';

/** Shows results together with the open differences of the deposits they cover. */
export function viewer(open: readonly OpenDifference[]) {
  return ({ since, until, beganAt, createdAt, gaps, ...result }: Result) => ({
    ...result,
    from: since.toISOString(),
    to: until.toISOString(),
    beganAt: beganAt.toISOString(),
    finishedAt: createdAt.toISOString(),
    complete: gaps === 0,
    differences: open
      .filter(({ madeAt }) => madeAt >= since && madeAt < until)
      .map(({ depositId, kind }) => ({ depositId, kind: SHOWN_AS[kind] })),
  });
}
