import type { App } from '../app.ts';
import { findDeposit } from '../deposits/store.ts';
import { ApiError } from '../errors.ts';
import type { SandboxControl } from '../sandbox/control.ts';
import { type ChargeCommand, commandCharge } from '../sandbox/command-charge.ts';
import type { Checkout } from './checkout.ts';

/** What can be simulated on a payer's page in test mode. */
export const SIMULATIONS = ['pay', 'other', 'review', 'release', 'expire', 'fail', 'med'] as const;
export type Simulation = (typeof SIMULATIONS)[number];

/** Two people, so that there is always one who is not the payer. */
const PEOPLE = ['12345678909', '11144477735'] as const;

/**
 * Makes something happen to the charge at the sandbox. A command that its state does not allow does
 * nothing: the page that follows shows the state.
 * @throws ApiError unavailable
 */
export async function simulatePayer(
  app: App,
  control: SandboxControl,
  { environmentId, depositId }: Checkout,
  simulation: Simulation,
): Promise<void> {
  const deposit = await findDeposit(app, environmentId, depositId);
  if (!deposit) return;
  try {
    await commandCharge(app, control, deposit, commandOf(simulation, deposit.taxId));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_state')) throw error;
  }
}

function commandOf(simulation: Simulation, payer: string): ChargeCommand {
  // Real codes are sometimes paid late, too.
  const late = true;
  switch (simulation) {
    case 'pay':
      return { name: 'pay', payment: { late } };
    case 'other': {
      const payerTaxNumber = PEOPLE.find((person) => person !== payer);
      return { name: 'pay', payment: { late, payerTaxNumber } };
    }
    case 'review':
      return { name: 'pay', payment: { late, hold: 'HIGH_VELOCITY' } };
    case 'fail':
      return { name: 'cancel' };
    case 'release':
    case 'expire':
    case 'med':
      return { name: simulation };
  }
}
