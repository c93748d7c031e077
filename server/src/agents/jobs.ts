import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { forgetOrders } from './store.ts';

export function agentJobs(app: App): Job[] {
  return [
    {
      name: 'forget agents’ orders',
      everyMs: 600_000,
      turn: async () => {
        // A key that the provider's part still knows must be known here too.
        await forgetOrders(app.db, app.config.idempotencyDays + 1);
        return false;
      },
    },
  ];
}
