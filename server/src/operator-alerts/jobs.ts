import type { App } from '../app.ts';
import { HOUR_MS } from '../durations.ts';
import type { Job } from '../platform/job-loop.ts';
import { whileSteady } from '../queues/while-steady.ts';
import { deleteOldTestAlerts } from './store.ts';

/** Forgets what was resolved in test mode, where anybody can raise alerts by the thousand. */
export function operatorAlertJobs({ db, config }: App): Job[] {
  const turn = whileSteady(db, () => deleteOldTestAlerts(db, config.retentionDays));
  return [{ name: 'forget test alerts', everyMs: HOUR_MS, turn }];
}
