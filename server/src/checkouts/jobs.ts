import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { forgetAddresses } from './forget-addresses.ts';

export function checkoutJobs({ db }: App): Job[] {
  return [{ name: 'forget addresses', everyMs: 60_000, turn: () => forgetAddresses(db) }];
}
