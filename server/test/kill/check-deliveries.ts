import { createHmac } from 'node:crypto';
import type { Received } from '../receiver.ts';
import type { DeliveryRow, Endpoint, EventRow, Evidence } from './evidence.ts';

/** Exactly one delivery per event and endpoint, and each endpoint received what its rows say. */
export function checkDeliveries({ events, endpoints, deliveries }: Evidence): string[] {
  return endpoints.flatMap((endpoint) => {
    const rows = Map.groupBy(
      deliveries.filter(({ endpointId }) => endpointId === endpoint.id),
      ({ eventId }) => eventId,
    );
    const copies = Map.groupBy(endpoint.received, eventIdOf);
    const known = new Set(events.map(({ id }) => id));
    const strange = [...rows.keys(), ...copies.keys()].filter((id) => !known.has(id));
    return [
      ...events.flatMap((event) =>
        checkDelivery(endpoint, event, rows.get(event.id) ?? [], copies.get(event.id) ?? []),
      ),
      ...strange.map((id) => `${id} was delivered and is no event`),
    ];
  });
}

/** An attempt is cut off after this long. */
const ATTEMPT_SECONDS = 15;

function eventIdOf({ headers }: Received): string {
  return String(headers['webhook-id']);
}

function checkDelivery(
  endpoint: Endpoint,
  event: EventRow,
  rows: readonly DeliveryRow[],
  copies: readonly Received[],
): string[] {
  const name = `${event.id} (${event.kind}) to the ${endpoint.isGood ? 'good' : 'bad'} receiver`;
  const [row] = rows;
  if (!row || rows.length > 1) return [`${name} has ${String(rows.length)} deliveries`];
  const fault = checkOutcome(endpoint, row);
  const forged = copies.filter((copy) => !isTrueCopy(copy, event, endpoint.secret)).length;
  return [
    ...(fault === undefined ? [] : [`${name} ${fault}`]),
    ...(forged === 0 ? [] : [`${name} came in other bytes or without a valid signature`]),
  ];
}

function checkOutcome(
  { isGood, took }: Endpoint,
  { status, attempts, dueInSeconds, eventId }: DeliveryRow,
): string | undefined {
  if (status === 'succeeded') return took.has(eventId) ? undefined : 'succeeded but never came';
  if (isGood) return `is ${status} after ${String(attempts)} attempts`;
  // The bad one may still be retried, with the next attempt scheduled or just being made.
  const waits = status === 'pending' && attempts > 0 && (dueInSeconds ?? 0) > -ATTEMPT_SECONDS;
  return waits || status === 'failed' ? undefined : `is ${status} and overdue`;
}

/** The bytes of the journal, under both signatures. */
function isTrueCopy({ headers, body }: Received, event: EventRow, secret: string): boolean {
  const content = `${event.id}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = createHmac('sha256', key).update(content).digest('base64');
  const plain = createHmac('sha256', secret).update(body).digest('hex');
  return (
    body === event.body &&
    headers['webhook-signature'] === `v1,${standard}` &&
    headers['x-webhook-signature'] === `sha256=${plain}`
  );
}
