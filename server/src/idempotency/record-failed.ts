import { type Fragment, sql } from '../platform/sql.ts';
import type { ProviderFailure } from '../provider/port.ts';

/** How an attempt ended whose result no client was shown; a later answer makes it `late`. */
export type Failure = ProviderFailure['outcome'];

/** The columns of a key's row that describe its attempt. */
export const ATTEMPT = sql`
  environment_id, key, resource_id, attempt, updated_at as started_at, lease_until, provider_ref`;

/**
 * Records attempts that failed. One under way, or that succeeded, has no row but its key's.
 *
 * A caller may use the same id again, after an attempt that was not executed or once its key was
 * forgotten. Attempts are then counted from one again, and overwrite the rows of earlier ones.
 *
 * One that was taken over ends now: its process may only have been paused, and have called after
 * its lease. If the lease ended long ago, it ends there: days of the provider's list are too many.
 *
 * @param rows with the columns of an `ATTEMPT`
 */
export const recordFailed = (rows: Fragment, outcome: Failure): Fragment => sql`
  insert into provider_attempts (environment_id, resource_id, attempt, started_at, ended_at, outcome,
    provider_ref)
  select environment_id, resource_id, attempt, started_at,
    case when lease_until < now() - interval '1 hour' then lease_until else now() end,
    ${outcome}, provider_ref
  from ${rows}
  on conflict (environment_id, resource_id, attempt) do update set
    started_at = excluded.started_at, ended_at = excluded.ended_at, outcome = excluded.outcome,
    -- Older releases wrote the row before the call, including what the call was known to have made.
    provider_ref = coalesce(excluded.provider_ref,
      case when provider_attempts.outcome is null then provider_attempts.provider_ref end),
    looked_through = false`;
