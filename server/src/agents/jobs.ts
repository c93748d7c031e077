import type { App } from '../app.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Job } from '../platform/job-loop.ts';
import { whileSteady } from '../queues/while-steady.ts';
import { deleteOldOrders } from './store.ts';

export function agentJobs({ db, config }: App): Job[] {
  return [
    {
      name: "forget agents' orders",
      everyMs: 10 * MINUTE_MS,
      // A key that the idempotency table still knows must be known here too.
      turn: whileSteady(db, () => deleteOldOrders(db, config.idempotencyDays + 1)),
    },
  ];
}
