import type { EndpointId, EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Position } from '../platform/page.ts';
import type { Endpoint } from './endpoint.ts';
import type { EventKind } from './event.ts';

export interface NewEndpoint {
  readonly id: EndpointId;
  readonly url: string;
  readonly events: readonly EventKind[];
  readonly description: string;
  readonly sealedSecret: string;
}

/** What an owner may change; what is absent stays as it is. */
export interface EndpointChange {
  readonly url?: string | undefined;
  readonly events?: readonly EventKind[] | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** Counts under a lock on the environment, so that registrations at once see each other. */
export async function countEndpoints(tx: Tx, environmentId: EnvironmentId): Promise<number> {
  await tx`select id from environments where id = ${environmentId} for no key update`;
  const rows = await tx`
    select id from webhook_endpoints
    where environment_id = ${environmentId} and deleted_at is null`;
  return rows.length;
}

export async function insertEndpoint(
  tx: Tx,
  environmentId: EnvironmentId,
  endpoint: NewEndpoint,
): Promise<Endpoint> {
  const [inserted] = await tx<Endpoint>`
    insert into webhook_endpoints
      (environment_id, id, url, events, description, secret, created_at, updated_at)
    values (${environmentId}, ${endpoint.id}, ${endpoint.url}, ${[...endpoint.events]},
      ${endpoint.description}, ${endpoint.sealedSecret}, environment_now(${environmentId}),
      environment_now(${environmentId}))
    returning id, url, events, description, enabled, disabled_reason, created_at, updated_at`;
  if (!inserted) throw new Error('an insert returned no row');
  return inserted;
}

/** Newest first, one row more than the limit. */
export async function listEndpoints(
  db: Db,
  environmentId: EnvironmentId,
  after: Position | undefined,
  limit: number,
): Promise<Endpoint[]> {
  return db<Endpoint>`
    select id, url, events, description, enabled, disabled_reason, created_at, updated_at
    from webhook_endpoints
    where environment_id = ${environmentId} and deleted_at is null
      and (${after?.at}::timestamptz is null or (created_at, id) < (${after?.at}, ${after?.id}))
    order by created_at desc, id desc limit ${limit + 1}`;
}

export async function findEndpoint(
  db: Db,
  environmentId: EnvironmentId,
  id: EndpointId,
): Promise<Endpoint | undefined> {
  const [endpoint] = await db<Endpoint>`
    select id, url, events, description, enabled, disabled_reason, created_at, updated_at
    from webhook_endpoints
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null`;
  return endpoint;
}

/** One that is enabled again or leads elsewhere starts with a clean record. */
export async function updateEndpoint(
  db: Db,
  environmentId: EnvironmentId,
  id: EndpointId,
  change: EndpointChange,
): Promise<Endpoint | undefined> {
  const { url, description, enabled } = change;
  const events = change.events && [...change.events];
  const [endpoint] = await db<Endpoint>`
    update webhook_endpoints set
      url = coalesce(${url}, url),
      events = coalesce(${events}, events),
      description = coalesce(${description}, description),
      enabled = coalesce(${enabled}, enabled),
      disabled_reason = case
        when not coalesce(${enabled}, enabled) then coalesce(disabled_reason, 'owner') end,
      failing_since = case
        when url <> coalesce(${url}, url) or enabled <> coalesce(${enabled}, enabled) then null
        else failing_since end,
      slow = slow and url = coalesce(${url}, url) and enabled = coalesce(${enabled}, enabled),
      updated_at = environment_now(${environmentId})
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null
    returning id, url, events, description, enabled, disabled_reason, created_at, updated_at`;
  return endpoint;
}

/** False when there is no such endpoint, or none any more. */
export async function markDeleted(
  db: Db,
  environmentId: EnvironmentId,
  id: EndpointId,
): Promise<boolean> {
  const rows = await db`
    update webhook_endpoints set deleted_at = environment_now(${environmentId})
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null returning id`;
  return rows.length > 0;
}

/** While an attempt drags on, the endpoint's next ones must not take the slots of quick ones. */
export async function markSlow(
  db: Db,
  environmentId: EnvironmentId,
  id: EndpointId,
): Promise<void> {
  await db`
    update webhook_endpoints set slow = true
    where environment_id = ${environmentId} and id = ${id} and not slow`;
}

/** Disables what has only failed for five days, and owes each owner a mail. */
export async function disableDead(db: Db): Promise<{ id: EndpointId }[]> {
  return db<{ id: EndpointId }>`
    with dead as (
      update webhook_endpoints set enabled = false, disabled_reason = 'dead',
        updated_at = environment_now(environment_id)
      where enabled and deleted_at is null and failing_since < now() - interval '5 days'
      returning environment_id, id
    ), mail as (
      insert into mails (account_id, kind, subject)
      select environments.account_id, 'endpoint_disabled', dead.id
      from dead join environments on environments.id = dead.environment_id
      -- One that was enabled again and died again is worth another mail.
      on conflict (account_id, kind, subject) do update set created_at = now(), sent_at = null
    )
    select id from dead`;
}
