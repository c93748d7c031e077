import { listEnvironments } from '../accounts/store.ts';
import type { App } from '../app.ts';
import { readSafeMode } from '../installations/store.ts';
import type { Job } from '../platform/job-loop.ts';
import { makeWithdrawal } from './make-withdrawal.ts';
import { findRequest, leaseUnmade } from './store.ts';

const BATCH = 16;

/** Makes what was confirmed and left unmade by a process that died, or by a provider's silence. */
export function withdrawalRequestJobs(app: App): Job[] {
  return [{ name: 'confirmed withdrawals', everyMs: 2_000, turn: () => makeConfirmed(app) }];
}

async function makeConfirmed(app: App): Promise<boolean> {
  const unmade = await leaseUnmade(app.db, BATCH);
  if (unmade.length === 0) return false;
  const safeMode = (await readSafeMode(app.db)).on;
  await Promise.all(
    unmade.map(async ({ environmentId, accountId, id }) => {
      const environments = await listEnvironments(app.db, accountId);
      const environment = environments.find((candidate) => candidate.id === environmentId);
      const request = await findRequest(app, environmentId, id);
      if (environment && request) await makeWithdrawal(app, { environment, safeMode }, request);
    }),
  );
  return unmade.length === BATCH;
}
