import type { App } from '../app.ts';
import { failpoint } from '../platform/failpoint.ts';
import type { NoticeTarget } from '../provider/apply-notices.ts';
import { notConfigured, unknownOutcome } from '../provider/port.ts';
import { type Cause, purposeOf } from '../provider/transition.ts';
import { settleWithdrawal, type Standing } from './settle-withdrawal.ts';

/**
 * Asks the provider how a payout stands and settles the withdrawal by its answer.
 * @returns how it then stands
 * @throws ProviderFailure when it cannot be asked, or denies a payout that it made
 */
export async function readBack(
  app: App,
  target: NoticeTarget,
  cause: Cause,
): Promise<Standing | undefined> {
  const provider = app.providerOf(target, purposeOf(cause));
  if (!provider) throw notConfigured();
  const askedAt = performance.now();
  const reading = await provider.readPayout(target.ref);
  if (!reading) throw unknownOutcome();
  failpoint('settle.after-read');
  return settleWithdrawal(app, target.environmentId, target.id, { reading, cause, askedAt });
}
