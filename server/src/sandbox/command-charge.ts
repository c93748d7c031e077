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
  | { readonly name: 'pay'; readonly payment: Payment }
  | { readonly name: 'release' | 'refund' | 'med' | 'expire' | 'cancel' | 'error' };

/** Commands without a notice, such as an expiry: the gateway is made to look at the charge. */
const POLLED_AFTER: readonly ChargeCommand['name'][] = ['release', 'med', 'expire'];

/**
 * Plays the payer or the provider for one charge. The consequences come as notices, as in reality.
 * @throws ApiError not_found, invalid_state, unavailable
 */
export async function commandCharge(
  app: App,
  control: SandboxControl,
  { environmentId, id, providerRef }: Pick<Deposit, 'environmentId' | 'id' | 'providerRef'>,
  command: ChargeCommand,
): Promise<void> {
  const body = command.name === 'pay' ? command.payment : {};
  await control.call('POST', environmentId, `/charges/${providerRef}/${command.name}`, body);
  if (POLLED_AFTER.includes(command.name)) await lookNow(app.db, environmentId, id);
}
