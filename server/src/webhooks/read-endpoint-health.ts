import { HOUR_MS } from '../durations.ts';
import type { EndpointId, EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { sql, when } from '../platform/sql.ts';
import type { AttemptError } from './delivery.ts';

/** For how many hours back attempts are reported. */
export const HEALTH_HOURS = 48;

export interface EndpointHealth {
  readonly endpointId: EndpointId;
  readonly url: string;
  readonly enabled: boolean;
  /** The success rate in basis points; null without attempts. */
  readonly success24h: number | null;
  readonly success7d: number | null;
  readonly lastFailure: {
    readonly at: Date;
    readonly cause: string;
    readonly responseStatus: number | null;
  } | null;
  readonly consecutiveFailures: number;
  readonly nextAttemptAt: Date | null;
  readonly hours: readonly {
    readonly at: Date;
    readonly succeeded: number;
    readonly failed: number;
  }[];
}

interface Row extends Pick<EndpointHealth, 'endpointId' | 'url' | 'enabled' | 'nextAttemptAt'> {
  readonly now: Date;
  readonly failedAt: Date | null;
  readonly error: AttemptError | null;
  readonly responseStatus: number | null;
  readonly consecutive: number | null;
}

interface Hour {
  readonly endpointId: EndpointId;
  readonly at: Date;
  readonly succeeded: number;
  readonly failed: number;
}

/** Of all endpoints, newest first, or of the one named. */
export async function readEndpointHealth(
  db: Db,
  environmentId: EnvironmentId,
  id?: EndpointId,
): Promise<EndpointHealth[]> {
  const endpoints = await db<Row>`
    select e.id as endpoint_id, e.url, e.enabled, environment_now(e.environment_id) as now,
      f.at as failed_at, f.error, f.response_status, f.consecutive,
      -- Retries are scheduled on database time, but shown on the environment's clock.
      (
        select min(d.next_attempt_at) from webhook_deliveries d
        where d.environment_id = e.environment_id and d.endpoint_id = e.id and d.status = 'pending'
      ) + (environment_now(e.environment_id) - now()) as next_attempt_at
    from webhook_endpoints e
    left join webhook_failures f on f.environment_id = e.environment_id and f.endpoint_id = e.id
    where e.environment_id = ${environmentId} and e.deleted_at is null
      ${when(id, sql`and e.id = ${id}`)}
    order by e.created_at desc, e.id desc`;
  const hours = await readHours(
    db,
    environmentId,
    endpoints.map(({ endpointId }) => endpointId),
  );
  return endpoints.map((row) => healthOf(row, hours.get(row.endpointId) ?? []));
}

async function readHours(
  db: Db,
  environmentId: EnvironmentId,
  ids: readonly EndpointId[],
): Promise<Map<EndpointId, Hour[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db<Hour>`
    select endpoint_id, hour as at, sum(succeeded)::bigint as succeeded,
      sum(failed)::bigint as failed
    from webhook_hours
    where environment_id = ${environmentId} and endpoint_id = any(${ids}::text[])
      and hour > environment_now(${environmentId}) - interval '7 days'
    group by endpoint_id, hour order by hour`;
  return Map.groupBy(rows, ({ endpointId }) => endpointId);
}

function healthOf(row: Row, hours: readonly Hour[]): EndpointHealth {
  const { endpointId, url, enabled, nextAttemptAt, now, failedAt, consecutive } = row;
  return {
    endpointId,
    url,
    enabled,
    success24h: shareOf(hours.filter(({ at }) => at.getTime() > now.getTime() - 24 * HOUR_MS)),
    success7d: shareOf(hours),
    lastFailure: failedAt && {
      at: failedAt,
      cause: causeOf(row.error, row.responseStatus),
      responseStatus: row.responseStatus,
    },
    consecutiveFailures: consecutive ?? 0,
    nextAttemptAt,
    hours: lastHours(now, hours),
  };
}

function shareOf(hours: readonly Hour[]): number | null {
  const succeeded = hours.reduce((sum, hour) => sum + hour.succeeded, 0);
  const all = hours.reduce((sum, hour) => sum + hour.failed, succeeded);
  return all === 0 ? null : Math.floor((succeeded * 10_000) / all);
}

/** Every hour, including those without attempts. */
function lastHours(now: Date, hours: readonly Hour[]): EndpointHealth['hours'] {
  const known = new Map(hours.map((hour) => [hour.at.getTime(), hour]));
  const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HEALTH_HOURS }, (_, place) => {
    const at = last - (HEALTH_HOURS - 1 - place) * HOUR_MS;
    const { succeeded = 0, failed = 0 } = known.get(at) ?? {};
    return { at: new Date(at), succeeded, failed };
  });
}

const CAUSES: Readonly<Record<AttemptError, string>> = {
  timeout: 'timeout',
  response_too_slow: 'timeout',
  connection_failed: 'refused',
  tls_error: 'certificate',
  dns_error: 'host_not_found',
  forbidden_target: 'forbidden_target',
  invalid_response: 'invalid_response',
  internal_error: 'internal_error',
};

/** The cause of the last failure, in the words of the API. */
function causeOf(error: AttemptError | null, responseStatus: number | null): string {
  return error === null ? `status_${String(responseStatus ?? 0)}` : CAUSES[error];
}
