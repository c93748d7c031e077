import type { DepositEventData } from '@ponte/sdk';
import { openOrders } from './orders';

/**
 * What a deposit's state means for its order. A webhook and a look of our own end here; both may
 * come twice, late or in another order.
 */
export function applyDeposit(deposit: DepositEventData): void {
  const orders = openOrders();
  const order = deposit.externalId ? orders.find(deposit.externalId) : undefined;
  // Another system of the same account may have made it.
  if (!order) return;
  const isOurs =
    deposit.amountCents === order.amountCents &&
    (order.depositId === null || order.depositId === deposit.id);
  if (!isOurs) {
    console.error(`deposit ${deposit.id} does not fit order ${order.id}: look at both`);
    return;
  }
  if (deposit.status === 'CONFIRMED' && orders.move(order.id, 'paid')) {
    console.log(`order ${order.id} is paid: pack it`);
  }
  if (deposit.status === 'REFUNDED' && orders.move(order.id, 'refunded')) {
    console.log(`order ${order.id} was refunded: do not send it, or ask for it back`);
  }
  if (deposit.status === 'FAILED') orders.move(order.id, 'expired');
}
