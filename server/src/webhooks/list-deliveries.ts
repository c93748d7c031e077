import type { DeliveryId, EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import type { Period } from '../platform/period.ts';
import { type Fragment, relationOf, sql, when } from '../platform/sql.ts';
import type { Position } from '../platform/page.ts';
import { type IndexRange, indexRangeOf, limitOf, newest } from '../platform/index-range.ts';
import { type Attempt, type Delivery, DELIVERY_STATUSES, MAX_SHOWN_ATTEMPTS } from './delivery.ts';
import { DELIVERED_KINDS, PING } from './event.ts';

export interface DeliveryFilter extends Partial<Period> {
  readonly endpointId?: string | undefined;
  readonly event?: string | undefined;
  readonly status?: string | undefined;
  readonly resourceId?: string | undefined;
}

/** Deliveries with their newest attempts, newest first, one row more than the limit. */
export async function listDeliveries(
  db: Db,
  environmentId: EnvironmentId,
  filter: DeliveryFilter,
  after: Position | undefined,
  limit: number,
): Promise<Delivery[]> {
  const page = pageOf(
    environmentId,
    filter,
    indexRangeOf(after, filter.from, filter.to),
    limit + 1,
  );
  return withAttempts(
    db,
    environmentId,
    await db<Row>`${SHOWN} from (${page}) d ${ENDPOINT} order by d.created_at desc, d.id desc`,
  );
}

export async function findDelivery(
  db: Db,
  environmentId: EnvironmentId,
  id: DeliveryId,
): Promise<Delivery | undefined> {
  const rows = await db<Row>`
    ${SHOWN} from webhook_deliveries d ${ENDPOINT}
    where d.environment_id = ${environmentId} and d.id = ${id}`;
  const [delivery] = await withAttempts(db, environmentId, rows);
  return delivery;
}

type Row = Omit<Delivery, 'attempts'>;

const SHOWN = sql`
  select d.id, d.endpoint_id, d.event_id, d.event, d.resource_id, e.url, d.status,
    d.failure_reason, d.attempts as attempt_count, d.body as request_body, d.created_at,
    -- Retries are scheduled on database time, but shown on the environment's clock.
    d.next_attempt_at + (environment_now(d.environment_id) - now()) as next_attempt_at`;
const ENDPOINT = sql`
  join webhook_endpoints e on e.environment_id = d.environment_id and e.id = d.endpoint_id`;

/** Each filter has an index that starts with it; of several, the most selective one is used. */
function pageOf(
  environmentId: EnvironmentId,
  filter: DeliveryFilter,
  range: IndexRange,
  rows: number,
): Fragment {
  const { endpointId, event, status, resourceId } = filter;
  const found = sql`select * from webhook_deliveries`;
  const tenant = ['environment_id', environmentId] as const;
  if (resourceId?.startsWith('whe_')) return pingsOf(environmentId, filter, range, rows);
  if (resourceId !== undefined) {
    // A resource has only a few events, so the other filters may scan them.
    const condition = sql`${when(endpointId, sql`and endpoint_id = ${endpointId}`)}
      ${when(event, sql`and event = ${event}`)} ${when(status, sql`and status = ${status}`)}`;
    return sql`${found} ${newest([tenant, ['resource_id', resourceId]], range, rows, condition)}`;
  }
  if (endpointId === undefined && event === undefined && status === undefined) {
    return sql`${found} ${newest([tenant], range, rows)}`;
  }
  // In the indexes, kind and status precede the time, so each combination is a range of its own.
  const endpoint = ['endpoint_id', endpointId ?? null] as const;
  const fixed = [tenant, endpoint, ['event', sql`kind`], ['status', sql`state`]] as const;
  return sql`
    select one.* from ${relationOf('kind', event === undefined ? DELIVERED_KINDS : [event])}
    cross join ${relationOf('state', status === undefined ? DELIVERY_STATUSES : [status])}
    cross join lateral (${found} ${newest(fixed, range, rows)}) one
    order by one.created_at desc, one.id desc ${limitOf(rows)}`;
}

/** An endpoint's own events are pings, of which there may be any number. */
function pingsOf(
  environmentId: EnvironmentId,
  { endpointId, event, status, resourceId }: DeliveryFilter,
  range: IndexRange,
  rows: number,
): Fragment {
  const isNone =
    (endpointId !== undefined && endpointId !== resourceId) ||
    (event !== undefined && event !== PING);
  if (isNone) return sql`select * from webhook_deliveries where false`;
  return pageOf(environmentId, { endpointId: resourceId, event: PING, status }, range, rows);
}

async function withAttempts(
  db: Db,
  environmentId: EnvironmentId,
  rows: readonly Row[],
): Promise<Delivery[]> {
  const attempts = await attemptsOf(db, environmentId, rows);
  return rows.map((row) => ({ ...row, attempts: attempts.get(row.id) ?? [] }));
}

/**
 * The newest attempts of each delivery, oldest first; redeliveries may have added any number. One
 * that was recorded after the delivery was read would contradict its status and is left out.
 */
async function attemptsOf(
  db: Db,
  environmentId: EnvironmentId,
  deliveries: readonly Row[],
): Promise<Map<DeliveryId, Attempt[]>> {
  if (deliveries.length === 0) return new Map();
  const ids = deliveries.map(({ id }) => id);
  const counts = deliveries.map(({ attemptCount }) => attemptCount);
  const rows = await db<Attempt & { deliveryId: DeliveryId }>`
    select a.delivery_id, a.at, a.duration_ms, a.response_status, a.response_body, a.error
    from unnest(${ids}::text[], ${counts}::integer[]) as wanted (id, attempts)
    cross join lateral (
      select * from webhook_attempts
      where environment_id = ${environmentId} and delivery_id = wanted.id
        and attempt <= wanted.attempts
      order by attempt desc limit ${MAX_SHOWN_ATTEMPTS}
    ) a
    order by a.delivery_id, a.attempt`;
  return Map.groupBy(rows, ({ deliveryId }) => deliveryId);
}
