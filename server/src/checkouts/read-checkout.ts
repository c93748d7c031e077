import type { App } from '../app.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { findDeposit } from '../deposits/store.ts';
import { type Checkout, type CheckoutState, stateOf } from './checkout.ts';
import { readStandings, type StandingRow } from './store.ts';

export interface CheckoutDetails extends StandingRow {
  readonly state: CheckoutState;
  /** With the tax id unsealed; undefined while there is no code. */
  readonly deposit: Deposit | undefined;
}

/** Everything a payer's page shows; undefined if the provider was never called. */
export async function readCheckout(
  app: App,
  checkout: Checkout,
): Promise<CheckoutDetails | undefined> {
  const [standing] = await readStandings(app.db, [checkout]);
  const state = standing && stateOf(standing);
  if (!state) return undefined;
  const hasDeposit = standing.status !== null;
  const deposit = hasDeposit
    ? await findDeposit(app, checkout.environmentId, checkout.depositId)
    : undefined;
  return { ...standing, state, deposit };
}
