import type { App } from '../app.ts';
import type { Unblinder } from '../liquid/output.ts';
import type { Job } from '../platform/job-loop.ts';
import { lookAtAddresses, openAddressTurns } from './look-at-addresses.ts';

export function holdingJobs(app: App, unblinder: Unblinder): Job[] {
  const turns = openAddressTurns();
  const turn = (): Promise<boolean> => lookAtAddresses(app, unblinder, turns);
  return [{ name: 'wallet addresses', everyMs: 1_000, turn }];
}
