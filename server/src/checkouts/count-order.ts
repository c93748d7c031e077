import { counter } from '../platform/metrics.ts';

const orders = counter(
  'ponte_page_orders_total',
  'Codes that payers asked for on pages of links, by what came of it.',
  ['outcome'],
);

/** `asked` of the provider, `shown_again`, or why neither. */
export function countOrder(
  outcome: 'asked' | 'shown_again' | 'too_many' | 'busy' | 'paused' | 'unavailable',
): void {
  orders.inc({ outcome });
}
