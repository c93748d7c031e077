import type { DeliveryId, EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import type { Position } from '../platform/page.ts';
import type { Attempt, Delivery } from './delivery.ts';

export interface DeliveryFilter {
  readonly id?: string | undefined;
  readonly endpointId?: string | undefined;
  readonly event?: string | undefined;
  readonly status?: string | undefined;
  readonly resourceId?: string | undefined;
}

/** Deliveries with all their attempts, newest first, one row more than the limit. */
export async function listDeliveries(
  db: Db,
  environmentId: EnvironmentId,
  filter: DeliveryFilter,
  after: Position | undefined,
  limit: number,
): Promise<Delivery[]> {
  const { id, endpointId, event, status, resourceId } = filter;
  const deliveries = await db<Omit<Delivery, 'attempts'>>`
    select d.id, d.endpoint_id, d.event_id, d.event, d.resource_id, e.url, d.status,
      d.failure_reason, d.body as request_body, d.created_at,
      -- Retries run on database time; people see it on the environment's clock.
      d.next_attempt_at + (environment_now(d.environment_id) - now()) as next_attempt_at
    from webhook_deliveries d
    join webhook_endpoints e on e.environment_id = d.environment_id and e.id = d.endpoint_id
    where d.environment_id = ${environmentId}
      and (${id}::text is null or d.id = ${id})
      and (${endpointId}::text is null or d.endpoint_id = ${endpointId})
      and (${event}::text is null or d.event = ${event})
      and (${status}::text is null or d.status = ${status})
      and (${resourceId}::text is null or d.resource_id = ${resourceId})
      and (${after?.at}::timestamptz is null or (d.created_at, d.id) < (${after?.at}, ${after?.id}))
    order by d.created_at desc, d.id desc limit ${limit + 1}`;
  const attempts = await attemptsOf(
    db,
    environmentId,
    deliveries.map((delivery) => delivery.id),
  );
  return deliveries.map((delivery) => ({ ...delivery, attempts: attempts.get(delivery.id) ?? [] }));
}

export async function findDelivery(
  db: Db,
  environmentId: EnvironmentId,
  id: DeliveryId,
): Promise<Delivery | undefined> {
  const [delivery] = await listDeliveries(db, environmentId, { id }, undefined, 1);
  return delivery;
}

async function attemptsOf(
  db: Db,
  environmentId: EnvironmentId,
  ids: readonly DeliveryId[],
): Promise<Map<DeliveryId, Attempt[]>> {
  const rows = await db<Attempt & { deliveryId: DeliveryId }>`
    select delivery_id, at, duration_ms, response_status, response_body, error
    from webhook_attempts where environment_id = ${environmentId} and delivery_id = any(${ids})
    order by delivery_id, attempt`;
  return Map.groupBy(rows, ({ deliveryId }) => deliveryId);
}
