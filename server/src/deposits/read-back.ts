import type { App } from '../app.ts';
import { failpoint } from '../platform/failpoint.ts';
import type { NoticeTarget } from '../provider/apply-notices.ts';
import { type MedNotice, notConfigured, unknownOutcome } from '../provider/port.ts';
import { type Cause, purposeOf } from '../provider/transition.ts';
import type { DepositStatus } from './deposit.ts';
import { settleDeposit } from './settle-deposit.ts';

/**
 * Asks the provider for a charge's state and settles the deposit accordingly.
 * @returns the status it is then in
 * @throws ProviderFailure if it cannot be asked, or denies a charge that it made
 */
export async function readBack(
  app: App,
  target: NoticeTarget,
  cause: Cause,
  med?: MedNotice,
): Promise<DepositStatus | undefined> {
  const provider = app.providerOf(target, purposeOf(cause));
  if (!provider) throw notConfigured();
  const requestedAt = performance.now();
  const reading = await provider.readCharge(target.ref);
  if (!reading) throw unknownOutcome();
  failpoint('settle.after-read');
  return settleDeposit(app, target.environmentId, target.id, { reading, med, cause, requestedAt });
}
