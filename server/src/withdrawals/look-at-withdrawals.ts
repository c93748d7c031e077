import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import type { Bulkhead } from '../platform/bulkhead.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { faultOf } from '../platform/log.ts';
import { ProviderFailure, roomInSeconds } from '../provider/port.ts';
import { readBack } from './read-back.ts';
import { leaseLooks, type OpenWithdrawal, putOffLook, scheduleLook } from './store.ts';

/** At once, and so many of a mode may be under way before it has to wait. */
const BATCH = 32;

/**
 * Looks at open withdrawals. The provider lists no payouts, so each is read by itself.
 * @param cutShort what the database went away from; it is due again as soon as it is back
 */
export async function lookAtWithdrawals(
  app: App,
  bulkhead: Bulkhead<Mode>,
  cutShort = new Set<OpenWithdrawal>(),
): Promise<boolean> {
  const again = [...cutShort];
  await Promise.all(again.map(({ environmentId, id }) => putOffLook(app.db, environmentId, id, 0)));
  for (const withdrawal of again) cutShort.delete(withdrawal);
  const due = await leaseLooks(app.db, BATCH, bulkhead.full(BATCH));
  const read = await bulkhead.run(
    due.map((withdrawal) => [withdrawal.mode, () => lookAt(app, withdrawal, cutShort)]),
  );
  // A provider that does not answer is not asked for the next batch at once.
  return due.length === BATCH && read?.every(Boolean) === true;
}

async function lookAt(
  app: App,
  withdrawal: OpenWithdrawal,
  cutShort: Set<OpenWithdrawal>,
): Promise<boolean> {
  try {
    await readBack(app, { ...withdrawal, ref: withdrawal.providerRef }, 'poll');
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) {
      cutShort.add(withdrawal);
      throw error;
    }
    const { environmentId, id } = withdrawal;
    const isProviders = error instanceof ProviderFailure;
    const roomIn = roomInSeconds(error);
    if (roomIn !== undefined) {
      // Nothing was looked at: it is the first when there is room.
      await putOffLook(app.db, environmentId, id, roomIn);
      return false;
    }
    const level = isProviders ? 'warn' : 'error';
    app.log[level]({ job: 'withdrawal looks', about: id, ...faultOf(error) });
    // Whosever fault it is: each look takes a call that another payout may need.
    await scheduleLook(app.db, environmentId, id);
    return !isProviders;
  }
}
