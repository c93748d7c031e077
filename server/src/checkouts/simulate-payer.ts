import type { App } from '../app.ts';
import { findDeposit } from '../deposits/store.ts';
import { ApiError } from '../errors.ts';
import type { SandboxControl } from '../sandbox/control.ts';
import { type ChargeCommand, driveCharge } from '../sandbox/drive-charge.ts';
import type { Checkout } from './checkout.ts';

/** What can be tried out on a payer's page in test mode. */
export const SIMULATIONS = ['pay', 'other', 'review', 'release', 'expire', 'fail', 'med'] as const;
export type Simulation = (typeof SIMULATIONS)[number];

/** Two people; the other one is whoever the payer is not. */
const PEOPLE = ['12345678909', '11144477735'] as const;

/**
 * Lets something happen to the code as it would in life. What its state does not allow happens to
 * nothing: the page that comes next says how it stands.
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
    await driveCharge(app, control, deposit, commandOf(simulation, deposit.taxId));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_state')) throw error;
  }
}

function commandOf(simulation: Simulation, payer: string): ChargeCommand {
  // Codes are paid late in life too.
  const late = true;
  switch (simulation) {
    case 'pay':
      return { action: 'pay', payment: { late } };
    case 'other': {
      const payerTaxNumber = PEOPLE.find((person) => person !== payer);
      return { action: 'pay', payment: { late, payerTaxNumber } };
    }
    case 'review':
      return { action: 'pay', payment: { late, hold: 'HIGH_VELOCITY' } };
    case 'fail':
      return { action: 'cancel' };
    case 'release':
    case 'expire':
    case 'med':
      return { action: simulation };
  }
}
