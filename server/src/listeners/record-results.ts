import type { App } from '../app.ts';
import { notifyNow } from '../changes/notify-change.ts';
import { ApiError } from '../errors.ts';
import type { DeliveryId, EnvironmentId } from '../ids.ts';
import { type MadeAttempt, recordAttempts } from '../webhooks/attempt-store.ts';
import { isSuccess, type LeasedDelivery, type Outcome } from '../webhooks/delivery.ts';
import { type HeldDelivery, listHeld } from '../webhooks/lease-store.ts';
import { printableText } from '../webhooks/exchange.ts';
import { type ListenerId, retryMs } from './listener.ts';
import { findEndpointOf } from './store.ts';

/** The result of forwarding one delivery. */
export interface Result {
  readonly deliveryId: DeliveryId;
  /** The lease under which it was fetched. */
  readonly lease: string;
  readonly outcome: Omit<Outcome, 'retryAfterMs'>;
}

/**
 * Records the results a listener reports as attempts like any other.
 * @returns for each whether it counted: after a lease is lost, its next holder reports instead
 * @throws ApiError not_found
 */
export async function recordResults(
  app: App,
  environmentId: EnvironmentId,
  id: ListenerId,
  results: readonly Result[],
): Promise<boolean[]> {
  const endpointId = await findEndpointOf(app.db, environmentId, id);
  if (!endpointId) throw new ApiError('not_found');
  const ids = results.map(({ deliveryId }) => deliveryId);
  const held = await listHeld(app.db, environmentId, endpointId, ids);
  const byName = new Map(held.map((delivery) => [nameOf(delivery.id, delivery.lease), delivery]));
  const made = results.flatMap((result) => {
    const delivery = byName.get(nameOf(result.deliveryId, result.lease));
    return delivery ? [{ result, attempt: attemptOf(delivery, result.outcome) }] : [];
  });
  const kept = await recordAttempts(
    app.db,
    made.map(({ attempt }) => attempt),
  );
  const recorded = new Set(made.filter((_, place) => kept[place]).map(({ result }) => result));
  for (const { deliveryId, outcome } of recorded) {
    const status = isSuccess(outcome) ? 'succeeded' : 'failed';
    notifyNow(app.db, { environmentId, kind: 'delivery', id: deliveryId, status });
  }
  return results.map((result) => recorded.has(result));
}

function nameOf(id: DeliveryId, lease: LeasedDelivery['lease']): string {
  return `${id} ${lease}`;
}

function attemptOf(held: HeldDelivery, reported: Result['outcome']): MadeAttempt {
  const text = reported.responseBody;
  const outcome: Outcome = {
    ...reported,
    responseBody: text === null ? null : printableText(text),
    retryAfterMs: null,
  };
  const works = isSuccess(outcome);
  const wait = works ? null : retryMs(held.attempts - held.beside + 1, outcome);
  // It ended just now, after the duration that the listener measured.
  const at = new Date(held.now.getTime() - outcome.durationMs);
  return {
    delivery: { ...held, at },
    outcome,
    status: works ? 'succeeded' : wait === null ? 'failed' : 'pending',
    waitMs: wait,
    // What a developer's machine answers must not affect endpoint health, or cause a mail.
    endpoint: undefined,
  };
}
