import type { App } from '../app.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Job } from '../platform/job-loop.ts';
import { erasePayerAddresses } from './erase-payer-addresses.ts';

export function checkoutJobs({ db }: App): Job[] {
  return [{ name: 'forget addresses', everyMs: MINUTE_MS, turn: () => erasePayerAddresses(db) }];
}
