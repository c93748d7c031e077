import type { App } from '../app.ts';
import { faultOf } from '../platform/log.ts';
import { ProviderFailure } from '../provider/port.ts';
import { readBack } from './read-back.ts';
import { leaseLooks, type OpenWithdrawal } from './store.ts';

const BATCH = 32;

/** Looks at open withdrawals. The provider lists no payouts, so each is read by itself. */
export async function lookAtWithdrawals(app: App): Promise<boolean> {
  const due = await leaseLooks(app.db, BATCH);
  await Promise.all(due.map((withdrawal) => lookAt(app, withdrawal)));
  return due.length === BATCH;
}

async function lookAt(app: App, withdrawal: OpenWithdrawal): Promise<void> {
  try {
    await readBack(app, { ...withdrawal, ref: withdrawal.providerRef }, 'poll');
  } catch (error) {
    // Its look was put off when it was leased.
    if (!(error instanceof ProviderFailure)) throw error;
    app.log.warn({ job: 'withdrawal looks', ...faultOf(error) });
  }
}
