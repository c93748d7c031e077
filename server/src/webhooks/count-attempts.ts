import { counter } from '../platform/metrics.ts';
import type { DeliveryStatus } from './delivery.ts';

const attempts = counter(
  'ponte_webhook_attempts_total',
  'Attempts to deliver a webhook, by what became of the delivery.',
  ['result'],
);

/** `succeeded`, `failed` (finally), or `pending` (will be retried). */
export function countAttempt(result: DeliveryStatus): void {
  attempts.inc({ result });
}
