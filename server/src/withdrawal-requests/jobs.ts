import type { Mode } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import { type Bulkhead, bulkheadJob } from '../platform/bulkhead.ts';
import { readSafeMode } from '../installations/store.ts';
import type { Job } from '../platform/job-loop.ts';
import { makeWithdrawal } from './make-withdrawal.ts';
import { findRequest, leaseConfirmed, type ConfirmedRequest } from './store.ts';

const BATCH = 16;

/** Makes confirmed withdrawals left unmade because a process died or the provider was silent. */
export function withdrawalRequestJobs(app: App): Job[] {
  return [
    bulkheadJob<Mode>(app.log, { name: 'confirmed withdrawals', everyMs: 2_000 }, (bulkhead) =>
      makeConfirmed(app, bulkhead),
    ),
  ];
}

async function makeConfirmed(app: App, bulkhead: Bulkhead<Mode>): Promise<boolean> {
  const confirmed = await leaseConfirmed(app.db, BATCH, bulkhead.full(BATCH));
  if (confirmed.length === 0) return false;
  const safeMode = (await readSafeMode(app.db)).on;
  await bulkhead.run(
    confirmed.map((one) => [one.environment.mode, () => makeOne(app, one, safeMode)]),
  );
  return confirmed.length === BATCH;
}

async function makeOne(
  app: App,
  { environment, id }: ConfirmedRequest,
  safeMode: boolean,
): Promise<void> {
  const request = await findRequest(app, environment.id, id);
  if (request) await makeWithdrawal(app, { environment, safeMode }, request);
}
