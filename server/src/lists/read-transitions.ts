import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import type { Cause } from '../provider/transition.ts';
import type { Moment } from './timeline.ts';

const WHAT = {
  CONFIRMED: 'confirmed',
  FAILED: 'failed',
  REFUNDED: 'refunded',
  PROCESSING: 'processing',
  COMPLETED: 'completed',
  EXPIRED: 'expired',
} as const;

/** The statuses that a deposit or a withdrawal entered, oldest first. */
export async function readTransitions(
  db: Db,
  environmentId: EnvironmentId,
  resourceId: string,
): Promise<Moment[]> {
  const rows = await db<{ toStatus: keyof typeof WHAT; cause: Cause; at: Date }>`
    select to_status, cause, at from transitions
    where environment_id = ${environmentId} and resource_id = ${resourceId}
    -- Of two steps taken at once, the final one is the later.
    order by at, to_status in ('REFUNDED', 'COMPLETED')`;
  return rows.map(({ toStatus, cause, at }) => ({
    at: at.toISOString(),
    what: WHAT[toStatus],
    cause,
  }));
}
