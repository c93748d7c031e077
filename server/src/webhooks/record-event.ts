import { type EnvironmentId, newId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import { MAX_ENDPOINTS } from './endpoint.ts';
import { eventBody, type EventKind, type ResourceId } from './event.ts';

export interface NewEvent {
  readonly environmentId: EnvironmentId;
  readonly kind: EventKind;
  readonly resourceId: ResourceId;
  /** The resource as its status route shows it at this moment; no tax id and no name. */
  readonly data: object;
  /** The moment of the change, on the environment's clock. */
  readonly at: Date;
}

/**
 * Writes the event and a delivery for each endpoint that wants it, with the change or not at all.
 * @throws when the resource already had an event of this kind, which is a bug of the caller.
 */
export async function recordEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { environmentId, kind, resourceId, at } = event;
  const body = eventBody(kind, event.data);
  // One for every endpoint there can be, so that one statement does it all.
  const deliveryIds = Array.from({ length: MAX_ENDPOINTS }, () => newId('whd'));
  await tx`
    with event as (
      insert into events (environment_id, id, kind, resource_id, body, created_at)
      values (${environmentId}, ${newId('evt')}, ${kind}, ${resourceId}, ${body}, ${at})
      returning environment_id, id, kind, resource_id, body, created_at
    ), receiver as (
      select id, row_number() over (order by id) as place from webhook_endpoints
      where environment_id = ${environmentId} and enabled and deleted_at is null
        and ${kind} = any(events)
    )
    insert into webhook_deliveries
      (environment_id, id, endpoint_id, event_id, event, resource_id, body, created_at)
    select event.environment_id, (${deliveryIds}::text[])[receiver.place], receiver.id, event.id,
      event.kind, event.resource_id, event.body, event.created_at
    from event cross join receiver`;
}
