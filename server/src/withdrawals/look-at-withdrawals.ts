import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import type { Bulkhead } from '../platform/bulkhead.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { logFailure } from '../provider/log-failure.ts';
import { ProviderFailure, roomInSeconds } from '../provider/port.ts';
import { giveBack } from '../queues/give-back.ts';
import { readBack } from './read-back.ts';
import { leaseLooks, type OpenWithdrawal, postponeLook, scheduleLook } from './store.ts';

/** How many are read at once, and how many of one mode may be in flight before it has to wait. */
const BATCH = 32;

/**
 * Looks at open withdrawals. The provider has no list of payouts, so each is read on its own.
 * @param cutShort withdrawals whose look a database outage interrupted; they are due again at once
 */
export async function lookAtWithdrawals(
  app: App,
  bulkhead: Bulkhead<Mode>,
  cutShort: Set<OpenWithdrawal>,
): Promise<boolean> {
  await giveBack(cutShort, (withdrawals) =>
    Promise.all(
      withdrawals.map(({ environmentId, id }) => postponeLook(app.db, environmentId, id, 0)),
    ),
  );
  const due = await leaseLooks(app.db, BATCH, bulkhead.full(BATCH));
  const read = await bulkhead.run(
    due.map((withdrawal) => [withdrawal.mode, () => lookAt(app, withdrawal, cutShort)]),
  );
  // If the provider does not answer, the next batch has to wait for the next turn.
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
    const roomIn = roomInSeconds(error);
    if (roomIn !== undefined) {
      // No call was made: this one goes first once there is room.
      await postponeLook(app.db, environmentId, id, roomIn);
      return false;
    }
    logFailure(app, 'withdrawal looks', id, error);
    // Back off whoever is at fault: each look takes a call that another payout may need.
    await scheduleLook(app.db, environmentId, id);
    return !(error instanceof ProviderFailure);
  }
}
