import type { App } from '../app.ts';
import type { Unblinder } from '../liquid/output.ts';
import type { Job } from '../platform/job-loop.ts';
import type { WatchedAddress } from './holding.ts';
import { lookAtAddresses, openAddressTurns } from './look-at-addresses.ts';

export function holdingJobs(app: App, unblinder: Unblinder): Job[] {
  const leaseBatch = openAddressTurns();
  const cutShort = new Set<WatchedAddress>();
  const turn = (): Promise<boolean> => lookAtAddresses(app, unblinder, leaseBatch, cutShort);
  return [{ name: 'wallet addresses', everyMs: 1_000, turn }];
}
