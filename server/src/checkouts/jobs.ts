import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { erasePayerAddresses } from './erase-payer-addresses.ts';

export function checkoutJobs({ db }: App): Job[] {
  return [{ name: 'forget addresses', everyMs: 60_000, turn: () => erasePayerAddresses(db) }];
}
