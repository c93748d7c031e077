import type { Mode } from '../accounts/environment.ts';
import type { AccountId, EndpointId, EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { batched } from '../platform/batch.ts';
import { sql } from '../platform/sql.ts';
import type { Position } from '../platform/page.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import type { EventKind } from './event.ts';

export interface NewEndpoint {
  readonly id: EndpointId;
  readonly url: string;
  readonly events: readonly EventKind[];
  readonly description: string;
  readonly sealedSecret: string;
}

/** What an owner may change; absent fields stay as they are. */
export interface EndpointChange {
  readonly url?: string | undefined;
  readonly events?: readonly EventKind[] | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** The columns of an `Endpoint`. */
const ENDPOINT = sql`
  id, url, events, description, enabled, disabled_reason, created_at, updated_at`;

/** Locks the environment row, so that concurrent registrations count each other. */
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
    returning ${ENDPOINT}`;
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
    select ${ENDPOINT} from webhook_endpoints
    ${newest([['environment_id', environmentId]], indexRangeOf(after), limit + 1, IS_THERE)}`;
}

const IS_THERE = sql`and deleted_at is null`;

export async function findEndpoint(
  db: Db | Tx,
  environmentId: EnvironmentId,
  id: EndpointId,
): Promise<Endpoint | undefined> {
  const [endpoint] = await db<Endpoint>`
    select ${ENDPOINT} from webhook_endpoints
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null`;
  return endpoint;
}

export async function findSealedSecret(
  db: Db | Tx,
  environmentId: EnvironmentId,
  id: EndpointId,
): Promise<string | undefined> {
  const [endpoint] = await db<{ secret: string }>`
    select secret::text from webhook_endpoints
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null`;
  return endpoint?.secret;
}

/** An endpoint that is enabled again, or gets a different URL, starts with a clean record. */
export async function updateEndpoint(
  db: Db | Tx,
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
      updated_at = case
        when num_nulls(${url}::text, ${events}::text[], ${description}::text, ${enabled}::boolean) = 4
        then updated_at else environment_now(${environmentId}) end
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null
    returning ${ENDPOINT}`;
  return endpoint;
}

/** False if there is no such endpoint, or it was already deleted. */
export async function markDeleted(
  db: Db | Tx,
  environmentId: EnvironmentId,
  id: EndpointId,
): Promise<boolean> {
  const rows = await db`
    update webhook_endpoints set deleted_at = environment_now(${environmentId})
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null returning id`;
  return rows.length > 0;
}

/** While an attempt drags on, the endpoint's next ones must not take quick slots. */
export const markSlow = batched<EndpointKey, void>(async (db, endpoints) => {
  await db`
    with slow as materialized (
      select e.environment_id, e.id
      from unnest(${endpoints.map(({ environmentId }) => environmentId)}::text[],
        ${endpoints.map(({ endpointId }) => endpointId)}::text[]) as input (environment_id, id)
      join webhook_endpoints e on e.environment_id = input.environment_id and e.id = input.id
      where not e.slow order by e.environment_id, e.id for no key update of e
    )
    update webhook_endpoints e set slow = true from slow
    where e.environment_id = slow.environment_id and e.id = slow.id`;
  return endpoints.map(() => undefined);
});

/** What the owner of a disabled endpoint is told. */
export interface DisabledEndpoint {
  readonly id: EndpointId;
  readonly accountId: AccountId;
  readonly mode: Mode;
  readonly url: string;
  /** On the environment's clock, as events are. */
  readonly failingSince: Date;
}

/** Disables endpoints that have only failed for five days. */
export async function disableDead(tx: Tx, limit: number): Promise<DisabledEndpoint[]> {
  return tx<DisabledEndpoint>`
    with dead as (
      select environment_id, id from webhook_endpoints e
      where enabled and deleted_at is null and failing_since < now() - interval '5 days'
        -- Unless something came due since the last failure: perhaps no worker has run for days.
        and not exists (
          select from webhook_deliveries d
          where d.environment_id = e.environment_id and d.endpoint_id = e.id
            and d.status = 'pending' and d.next_attempt_at < now() - interval '1 hour'
            and d.next_attempt_at > (
              select f.at - (environment_now(e.environment_id) - now()) from webhook_failures f
              where f.environment_id = e.environment_id and f.endpoint_id = e.id))
      order by failing_since limit ${limit}
      for update skip locked
    )
    update webhook_endpoints e set enabled = false, disabled_reason = 'dead',
      updated_at = environment_now(e.environment_id)
    from dead join environments on environments.id = dead.environment_id
    where e.environment_id = dead.environment_id and e.id = dead.id
    returning e.id, environments.account_id, environments.mode, e.url,
      e.failing_since + (environment_now(e.environment_id) - now()) as failing_since`;
}

/** Disables an endpoint that said it is gone, unless it is disabled already or its URL changed. */
export async function disableGone(
  tx: Tx,
  environmentId: EnvironmentId,
  id: EndpointId,
  url: string,
): Promise<DisabledEndpoint | undefined> {
  const [disabled] = await tx<DisabledEndpoint>`
    update webhook_endpoints e set enabled = false, disabled_reason = 'gone',
      updated_at = environment_now(e.environment_id)
    from environments
    where e.environment_id = ${environmentId} and e.id = ${id} and e.url = ${url}
      and e.enabled and e.deleted_at is null and environments.id = e.environment_id
    returning e.id, environments.account_id, environments.mode, e.url,
      coalesce(e.failing_since, now()) + (environment_now(e.environment_id) - now())
        as failing_since`;
  return disabled;
}

/**
 * Replaces the current secret, which stays valid for `overlapHours`. Of two concurrent calls, the
 * second waits for the first and then finds its overlap.
 * @returns undefined if an earlier overlap is still running, unless this call ends all old secrets
 */
export async function replaceSecret(
  db: Db,
  environmentId: EnvironmentId,
  id: EndpointId,
  { sealedSecret, overlapHours }: { readonly sealedSecret: string; readonly overlapHours: number },
): Promise<RotatedEndpoint | undefined> {
  const [rotated] = await db<RotatedEndpoint>`
    update webhook_endpoints set secret = ${sealedSecret},
      previous_secret = case when ${overlapHours}::integer > 0 then secret end,
      previous_secret_until = case when ${overlapHours}::integer > 0
        then environment_now(environment_id) + ${overlapHours}::integer * interval '1 hour' end,
      updated_at = environment_now(environment_id)
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null
      and (${overlapHours}::integer = 0 or previous_secret_until is null
        or previous_secret_until <= environment_now(environment_id))
    returning ${ENDPOINT}, previous_secret_until`;
  return rotated;
}

export interface RotatedEndpoint extends Endpoint {
  /** Until when the previous secret signs too; null if it does not. */
  readonly previousSecretUntil: Date | null;
}

/** Disables endpoints whose listeners stopped fetching. */
export async function disableAway(tx: Tx, endpoints: readonly EndpointKey[]): Promise<void> {
  await tx`
    update webhook_endpoints e set enabled = false, disabled_reason = 'away',
      updated_at = environment_now(e.environment_id)
    from unnest(${endpoints.map(({ environmentId }) => environmentId)}::text[],
      ${endpoints.map(({ endpointId }) => endpointId)}::text[]) as away (environment_id, id)
    where e.environment_id = away.environment_id and e.id = away.id and e.enabled`;
}

/**
 * Makes failing endpoints fail for that much longer after the clock was moved forward; skips those
 * for which an attempt is just being recorded, to avoid waiting for the lock.
 */
export async function ageFailures(
  tx: Tx,
  environmentId: EnvironmentId,
  forwardMs: number,
): Promise<void> {
  await tx`
    update webhook_endpoints e
    set failing_since = e.failing_since - ${forwardMs}::bigint * interval '1 ms'
    from (
      select id from webhook_endpoints
      where environment_id = ${environmentId} and failing_since is not null
      for update skip locked
    ) failing
    where e.environment_id = ${environmentId} and e.id = failing.id`;
}
