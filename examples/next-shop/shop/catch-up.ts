import { applyDeposit } from './apply-deposit';
import { chargeOrder } from './charge-order';
import { openPonte } from './open-ponte';
import { openOrders } from './orders';

const EVERY_MS = 30_000;

/**
 * Finishes what a crash or an outage left open, at the start and then again and again: charges that
 * were asked for, and payments whose webhook was missed.
 */
export function startCatchingUp(): void {
  void catchUp()
    .catch((error: unknown) => console.error('could not catch up:', error))
    .finally(() => setTimeout(startCatchingUp, EVERY_MS));
}

async function catchUp(): Promise<void> {
  const orders = openOrders();
  for (const order of orders.listNew()) await chargeOrder(order);
  for (const { depositId } of orders.listUnpaid()) {
    if (depositId !== null) applyDeposit(await openPonte().deposits.status(depositId));
  }
}
