import type { App } from '../app.ts';
import type { Unblinder } from '../liquid/output.ts';
import type { Job } from '../platform/job-loop.ts';
import { checkDeposits, openCheckTurns } from './check-deposits.ts';
import type { DueCheck } from './store.ts';

export function depositCheckJobs(app: App, unblinder: Unblinder): Job[] {
  const leaseBatch = openCheckTurns();
  const cutShort = new Set<DueCheck>();
  const turn = (): Promise<boolean> => checkDeposits(app, unblinder, leaseBatch, cutShort);
  return [{ name: 'deposit checks', everyMs: 1_000, turn }];
}
