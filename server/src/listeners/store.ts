import type { EndpointId, EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Listener, ListenerId } from './listener.ts';

/** Under a lock: whoever puts it away now is waited for. */
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

/** A listener of that name with this endpoint, whether it was there before or not. */
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

/** Written once a minute at most, since whoever listens asks on and on. */
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

export interface AwayListener {
  readonly environmentId: EnvironmentId;
  readonly endpointId: EndpointId;
}

/** Those that nobody has run for so many days and that still get deliveries, under a lock. */
export async function lockAwayListeners(
  tx: Tx,
  days: number,
  limit: number,
): Promise<AwayListener[]> {
  return tx<AwayListener>`
    select l.environment_id, l.endpoint_id from listeners l
    join webhook_endpoints e on e.environment_id = l.environment_id and e.id = l.endpoint_id
      and e.enabled and e.deleted_at is null
    where l.seen_at < now() - ${days}::integer * interval '1 day'
    order by l.seen_at limit ${limit}
    for update of l skip locked`;
}

/** Of those that were put away, the one that nobody has run for longest. */
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
