import { applyDeposit } from './apply-deposit';
import { chargeOrder } from './charge-order';
import { openPonte } from './open-ponte';
import { openOrders, type Order } from './orders';

const EVERY_MS = 30_000;

/**
 * Finishes what a crash or an outage left open, at the start and then again and again: charges that
 * were asked for, and payments and refunds whose webhook was missed.
 */
export function startCatchingUp(): void {
  void catchUp()
    .catch((error: unknown) => console.error('could not catch up:', error))
    // The server decides how long the process lasts, not the next look.
    .finally(() => setTimeout(startCatchingUp, EVERY_MS).unref());
}

async function catchUp(): Promise<void> {
  const orders = openOrders();
  await each(orders.listNew(), chargeOrder);
  await each(orders.listUnpaid(), look);
  // The newest hundred; a refund may come months after the payment.
  const { alerts } = await openPonte().reversals.list({ limit: 100 }).page();
  await each(
    alerts.flatMap(({ depositId }) => orders.findPaid(depositId)),
    look,
  );
}

async function look({ depositId }: Order): Promise<void> {
  if (depositId !== null) applyDeposit(await openPonte().deposits.status(depositId));
}

/** What is wrong with one order, for good maybe, is no reason to leave the others. */
async function each(list: Order[], work: (order: Order) => Promise<void>): Promise<void> {
  for (const order of list) {
    await work(order).catch((error: unknown) => {
      console.error(`could not catch up with order ${order.id}:`, error);
    });
  }
}
