import { applyDeposit } from './apply-deposit.js';
import { chargeOrder } from './charge-order.js';

const EVERY_MS = 30_000;

/**
 * Finishes what a crash or an outage left open, at the start and then again and again: charges that
 * were asked for, and payments whose webhook was missed.
 */
export function startCatchingUp(ponte, orders, everyMs = EVERY_MS) {
  let timer;
  let isStopped = false;
  const turn = async () => {
    try {
      for (const order of orders.listNew()) await chargeOrder(ponte, orders, order);
      for (const order of orders.listUnpaid()) {
        applyDeposit(orders, await ponte.deposits.status(order.deposit_id));
      }
    } catch (error) {
      console.error(`could not catch up: ${error.message}`);
    }
    if (!isStopped) timer = setTimeout(turn, everyMs);
  };
  const first = turn();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await first;
  };
}
