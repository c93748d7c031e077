import { counter } from '../platform/metrics.ts';

const orders = counter(
  'ponte_page_orders_total',
  'Codes that payers asked for on pages of links, by what came of it.',
  ['outcome'],
);

/** `asked`: the provider was called; `shown_again`: it was not; otherwise why there is no code. */
export function countOrder(
  outcome: 'asked' | 'shown_again' | 'too_many' | 'busy' | 'paused' | 'unavailable',
): void {
  orders.inc({ outcome });
}
