import type { EndpointId, EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { EndpointKey } from '../webhooks/endpoint.ts';
import type { Listener, ListenerId } from './listener.ts';

/** Locks the row, so it waits for a worker that is just disabling the listener. */
export async function findListenerNamed(
  tx: Tx,
  environmentId: EnvironmentId,
  name: string,
): Promise<Listener | undefined> {
  const [listener] = await tx<Listener>`
    select id, name, endpoint_id,
      (seen_at + (environment_now(environment_id) - now()))::timestamptz(3) as seen_at
    from listeners where environment_id = ${environmentId} and name = ${name}
    for update`;
  return listener;
}

/** Whether a listener's endpoint was disabled for being away, even if it has been deleted since. */
export async function wasAway(
  tx: Tx,
  environmentId: EnvironmentId,
  endpointId: EndpointId,
): Promise<boolean> {
  const rows = await tx`
    select from webhook_endpoints
    where environment_id = ${environmentId} and id = ${endpointId} and disabled_reason = 'away'`;
  return rows.length > 0;
}

/** Creates the listener, or updates it to use this endpoint. */
export async function upsertListener(
  tx: Tx,
  environmentId: EnvironmentId,
  { id, name, endpointId }: Pick<Listener, 'id' | 'name' | 'endpointId'>,
): Promise<void> {
  await tx`
    insert into listeners (environment_id, id, name, endpoint_id)
    values (${environmentId}, ${id}, ${name}, ${endpointId})
    on conflict (environment_id, name) do update set
      endpoint_id = excluded.endpoint_id, seen_at = now()`;
}

export async function findEndpointOf(
  db: Db,
  environmentId: EnvironmentId,
  id: ListenerId,
): Promise<EndpointId | undefined> {
  const [listener] = await db<{ endpointId: EndpointId }>`
    select endpoint_id from listeners where environment_id = ${environmentId} and id = ${id}`;
  return listener?.endpointId;
}

/** Written at most once a minute, since listeners poll continuously. */
export async function markSeen(
  db: Db,
  environmentId: EnvironmentId,
  id: ListenerId,
): Promise<void> {
  await db`
    update listeners set seen_at = now()
    where environment_id = ${environmentId} and id = ${id}
      and seen_at < now() - interval '1 minute'`;
}

/** Locks listeners that nobody has run for that many days and that still get deliveries. */
export async function lockAwayListeners(
  tx: Tx,
  days: number,
  limit: number,
): Promise<EndpointKey[]> {
  return tx<EndpointKey>`
    select l.environment_id, l.endpoint_id from listeners l
    join webhook_endpoints e on e.environment_id = l.environment_id and e.id = l.endpoint_id
      and e.enabled and e.deleted_at is null
    where l.seen_at < now() - ${days}::integer * interval '1 day'
    order by l.seen_at limit ${limit}
    for update of l skip locked`;
}

/** Of the listeners disabled for being away, the one that was away longest. */
export async function findLongestAway(
  tx: Tx,
  environmentId: EnvironmentId,
): Promise<EndpointId | undefined> {
  const [listener] = await tx<{ endpointId: EndpointId }>`
    select l.endpoint_id from listeners l
    join webhook_endpoints e on e.environment_id = l.environment_id and e.id = l.endpoint_id
      and e.disabled_reason = 'away' and e.deleted_at is null
    where l.environment_id = ${environmentId} order by l.seen_at limit 1`;
  return listener?.endpointId;
}
