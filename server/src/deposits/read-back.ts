import type { App, Tenant } from '../app.ts';
import { ApiError } from '../errors.ts';
import { type MedNotice, ProviderFailure } from '../provider/port.ts';
import type { Cause } from '../provider/transition.ts';
import type { DepositStatus } from './deposit.ts';
import { settleDeposit } from './settle-deposit.ts';

export interface DepositTarget extends Tenant {
  readonly id: string;
  readonly ref: string;
}

/**
 * Asks the provider how a charge stands and settles the deposit by its answer.
 * @returns the status it is then in
 * @throws ProviderFailure when it cannot be asked, or denies a charge that it made
 */
export async function readBack(
  app: App,
  target: DepositTarget,
  cause: Cause,
  med?: MedNotice,
): Promise<DepositStatus | undefined> {
  const provider = app.providerOf(target);
  if (!provider) throw new ProviderFailure('not_executed', new ApiError('not_configured'));
  const reading = await provider.readCharge(target.ref);
  if (!reading) throw new ProviderFailure('unknown', new ApiError('provider_error'));
  return settleDeposit(app, target.environmentId, target.id, { reading, med, cause });
}
