import type { App } from '../app.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { lookNow } from '../deposits/store.ts';
import type { SandboxControl } from './control.ts';

/** How the charge is paid; by default as ordered. */
interface Payment {
  readonly payerTaxNumber?: string | undefined;
  readonly payerName?: string | undefined;
  readonly amountInCents?: number | undefined;
  /** Whether it is paid although it has expired. */
  readonly late?: boolean | undefined;
  readonly hold?: 'PAST_DAILY_LIMIT' | 'HIGH_VELOCITY' | undefined;
}

export type ChargeCommand =
  | { readonly action: 'pay'; readonly payment: Payment }
  | { readonly action: 'release' | 'refund' | 'med' | 'expire' | 'cancel' | 'error' };

/** Actions without a notice, such as an expiry: the gateway is made to look at the charge. */
const POLLED_AFTER: readonly ChargeCommand['action'][] = ['release', 'med', 'expire'];

/**
 * Plays the payer or the provider for one charge. The consequences come as notices, as in reality.
 * @throws ApiError not_found, invalid_state, unavailable
 */
export async function driveCharge(
  app: App,
  control: SandboxControl,
  { environmentId, id, providerRef }: Pick<Deposit, 'environmentId' | 'id' | 'providerRef'>,
  command: ChargeCommand,
): Promise<void> {
  const body = command.action === 'pay' ? command.payment : {};
  await control.call('POST', environmentId, `/charges/${providerRef}/${command.action}`, body);
  if (POLLED_AFTER.includes(command.action)) await lookNow(app.db, environmentId, id);
}
