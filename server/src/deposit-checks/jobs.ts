import type { App } from '../app.ts';
import type { Unblinder } from '../liquid/output.ts';
import type { Job } from '../platform/job-loop.ts';
import { checkDeposits, openCheckTurns } from './check-deposits.ts';

export function depositCheckJobs(app: App, unblinder: Unblinder): Job[] {
  const turns = openCheckTurns();
  const turn = (): Promise<boolean> => checkDeposits(app, unblinder, turns);
  return [{ name: 'deposit checks', everyMs: 1_000, turn }];
}
