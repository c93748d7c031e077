import type { App } from '../app.ts';
import { faultOf } from '../platform/log.ts';
import { ProviderFailure } from '../provider/port.ts';
import { readBack } from './read-back.ts';
import { leaseLooks, type OpenWithdrawal, putOffLook, scheduleLook } from './store.ts';

const BATCH = 32;

/** Looks at open withdrawals. The provider lists no payouts, so each is read by itself. */
export async function lookAtWithdrawals(app: App): Promise<boolean> {
  const due = await leaseLooks(app.db, BATCH);
  const read = await Promise.all(due.map((withdrawal) => lookAt(app, withdrawal)));
  // A provider that does not answer is not asked for the next batch at once.
  return due.length === BATCH && read.every(Boolean);
}

async function lookAt(app: App, withdrawal: OpenWithdrawal): Promise<boolean> {
  try {
    await readBack(app, { ...withdrawal, ref: withdrawal.providerRef }, 'poll');
    return true;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { environmentId, id } = withdrawal;
    const { code, retryAfterSeconds } = error.refusal;
    if (code === 'rate_limited') {
      // Nothing was looked at: it is the first when there is room.
      await putOffLook(app.db, environmentId, id, retryAfterSeconds ?? 1);
      return false;
    }
    app.log.warn({ job: 'withdrawal looks', ...faultOf(error) });
    await scheduleLook(app.db, environmentId, id);
    return false;
  }
}
