import { applyDeposit } from './apply-deposit.js';
import { chargeOrder } from './charge-order.js';

const EVERY_MS = 30_000;

/**
 * Finishes what a crash or an outage left open, at the start and then again and again: charges that
 * were asked for, and payments and refunds whose webhook was missed.
 */
export function startCatchingUp(ponte, orders, everyMs = EVERY_MS) {
  let timer;
  let isStopped = false;
  // What is wrong with one order, for good maybe, is no reason to leave the others.
  const each = async (list, work) => {
    for (const order of list) {
      if (isStopped) return;
      await work(order).catch((error) => {
        console.error(`could not catch up with order ${order.id}: ${error.message}`);
      });
    }
  };
  const look = async (order) => {
    applyDeposit(orders, await ponte.deposits.status(order.deposit_id));
  };
  const lookAtRefunds = async () => {
    // The newest hundred; a refund may come months after the payment.
    const { alerts } = await ponte.reversals.list({ limit: 100 }).page();
    await each(
      alerts.flatMap(({ depositId }) => orders.findPaid(depositId)),
      look,
    );
  };
  const turn = async () => {
    try {
      await each(orders.listNew(), (order) => chargeOrder(ponte, orders, order));
      await each(orders.listUnpaid(), look);
      await lookAtRefunds();
    } catch (error) {
      console.error(`could not catch up: ${error.message}`);
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      running = turn();
    }, everyMs);
  };
  let running = turn();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
