import type { App } from '../app.ts';
import { failpoint } from '../platform/failpoint.ts';
import type { NoticeTarget } from '../provider/apply-notices.ts';
import { notConfigured, ProviderFailure, unknownOutcome } from '../provider/port.ts';
import { type Cause, purposeOf } from '../provider/transition.ts';
import { alertUnread } from './alert-unread.ts';
import { settleWithdrawal, type Statuses } from './settle-withdrawal.ts';

/**
 * Asks the provider for a payout's state and settles the withdrawal accordingly.
 * @returns the withdrawal's status and the provider's, afterwards
 * @throws ProviderFailure if it cannot be asked, or denies a payout that it made
 */
export async function readBack(
  app: App,
  target: NoticeTarget,
  cause: Cause,
): Promise<Statuses | undefined> {
  const provider = app.providerOf(target, purposeOf(cause));
  if (!provider) throw notConfigured();
  const requestedAt = performance.now();
  const reading = await provider.readPayout(target.ref).catch(async (error: unknown) => {
    const wasCalled = error instanceof ProviderFailure && error.outcome !== 'not_executed';
    if (wasCalled) await alertUnread(app, target, 'payout_unread');
    throw error;
  });
  if (!reading) {
    await alertUnread(app, target, 'payout_denied');
    throw unknownOutcome();
  }
  failpoint('settle.after-read');
  return settleWithdrawal(app, target.environmentId, target.id, { reading, cause, requestedAt });
}
