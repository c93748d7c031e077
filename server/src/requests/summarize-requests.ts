import type { EnvironmentId, Id } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';

export interface ErrorGroup {
  readonly error: string | null;
  readonly status: number;
  readonly method: string;
  readonly route: string;
  readonly count24h: number;
  readonly count7d: number;
  readonly lastAt: Date;
  readonly lastRequestId: Id<'req'>;
}

/** At most this many of the newest of each kind are counted. */
const COUNTED = 10_000;
const MAX_GROUPS = 100;

/** The errors of the last seven days by code and route, most frequent first. */
export async function summarizeRequests(
  db: Db,
  environmentId: EnvironmentId,
): Promise<{ groups: ErrorGroup[]; isComplete: boolean }> {
  const rows = await db<ErrorGroup & { counted: number }>`
    with refused as (
      (${newestOf(environmentId, 'client_error')}) union all (${newestOf(environmentId, 'server_error')})
    )
    select error, status, method, route,
      count(*) filter (where created_at > now() - interval '1 day') as count24h,
      count(*) as count7d, max(created_at) as last_at, max(id) as last_request_id,
      (select greatest(count(*) filter (where status < 500), count(*) filter (where status >= 500))
        from refused) as counted
    from refused group by error, status, method, route
    order by count(*) desc, max(created_at) desc limit ${MAX_GROUPS}`;
  return { groups: rows, isComplete: (rows[0]?.counted ?? 0) < COUNTED };
}

function newestOf(environmentId: EnvironmentId, outcome: 'client_error' | 'server_error') {
  return sql`
    select id, error, status, method, route, created_at from api_requests
    where environment_id = ${environmentId} and outcome = ${outcome} and outcome <> 'ok'
      and created_at > now() - interval '7 days'
    order by created_at desc limit ${COUNTED}`;
}
