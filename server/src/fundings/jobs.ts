import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { openPaymentReader } from './open-payment-reader.ts';
import { openFundingTurns, watchFundings } from './watch-fundings.ts';

export function fundingJobs(app: App): Job[] {
  const readPayment = openPaymentReader();
  const turns = openFundingTurns();
  const turn = (): Promise<boolean> => watchFundings(app, readPayment, turns);
  return [{ name: 'funding looks', everyMs: 1_000, turn }];
}
