import { type EndpointId, type EnvironmentId, newId, type OrderId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import { eventBody, type EventKind } from './event.ts';

export interface NewEvent {
  readonly environmentId: EnvironmentId;
  readonly kind: EventKind;
  readonly resourceId: OrderId;
  /** The resource as its status route shows it at this moment; no tax id and no name. */
  readonly data: object;
  /** The moment of the change, on the environment's clock. */
  readonly at: Date;
}

/**
 * Writes an event of each change, which the journal then has in this order, and a delivery for each
 * endpoint that subscribes to it, in the caller's transaction.
 * @throws if a resource already had an event of this kind, which is a bug of the caller.
 */
export async function recordEvents(tx: Tx, changes: readonly NewEvent[]): Promise<void> {
  if (changes.length === 0) return;
  const receivers = await listReceivers(tx, changes);
  const events = changes.map((change) => ({ ...change, id: newId('evt') }));
  const deliveries = events.flatMap(({ environmentId, kind, id: eventId }) =>
    (receivers.get(environmentId) ?? [])
      .filter(({ kinds }) => kinds.includes(kind))
      .map(({ id: endpointId }) => ({ id: newId('whd'), eventId, endpointId })),
  );
  await tx`
    with event as (
      insert into events (environment_id, id, kind, resource_id, body, created_at)
      select * from unnest(${events.map(({ environmentId }) => environmentId)}::text[],
        ${events.map(({ id }) => id)}::text[], ${events.map(({ kind }) => kind)}::text[],
        ${events.map(({ resourceId }) => resourceId)}::text[],
        ${events.map(({ kind, data }) => eventBody(kind, data))}::text[],
        ${events.map(({ at }) => at)}::timestamptz[])
      returning environment_id, id, kind, resource_id, body, created_at
    )
    insert into webhook_deliveries
      (environment_id, id, endpoint_id, event_id, event, resource_id, body, created_at)
    select event.environment_id, delivery.id, delivery.endpoint_id, event.id, event.kind,
      event.resource_id, event.body, event.created_at
    from unnest(${deliveries.map(({ id }) => id)}::text[],
        ${deliveries.map(({ endpointId }) => endpointId)}::text[],
        ${deliveries.map(({ eventId }) => eventId)}::text[]) as delivery (id, endpoint_id, event_id)
      join event on event.id = delivery.event_id`;
}

interface Receiver {
  readonly environmentId: EnvironmentId;
  readonly id: EndpointId;
  readonly kinds: readonly string[];
}

/** Endpoints that can receive deliveries now. */
async function listReceivers(
  tx: Tx,
  changes: readonly NewEvent[],
): Promise<Map<EnvironmentId, Receiver[]>> {
  const environmentIds = [...new Set(changes.map(({ environmentId }) => environmentId))];
  const rows = await tx<Receiver>`
    select environment_id, id, events as kinds from webhook_endpoints
    where environment_id = any(${environmentIds}::text[]) and enabled and deleted_at is null
    order by environment_id, id`;
  return Map.groupBy(rows, ({ environmentId }) => environmentId);
}
