import type { Caller } from '../api-keys/caller.ts';
import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { type Connection, CONNECTION_OF_E, connectionOf } from '../provider/connection.ts';
import type { ProviderHealth } from './overview.ts';

interface Health {
  readonly provider: ProviderHealth;
  readonly since: string | null;
  /** In basis points. */
  readonly webhookSuccess24h: number | null;
}

/** This many orders without an answer within this time are no coincidence. */
const UNSTABLE = { orders: 3, minutes: 15 };
/** If there are more deliveries, the newest are representative. */
const MAX_DELIVERIES = 20_000;

export async function readHealth(app: App, caller: Caller): Promise<Health> {
  const { id: environmentId, mode } = caller.environment;
  const [unanswered, webhookSuccess24h] = await Promise.all([
    readUnanswered(app.db, connectionOf({ environmentId, mode })),
    readSuccess(app.db, environmentId),
  ]);
  const provider = providerHealthOf(app, caller, unanswered.count);
  const since = provider === 'unstable' ? (unanswered.since?.toISOString() ?? null) : null;
  return { provider, since, webhookSuccess24h };
}

function providerHealthOf(
  app: App,
  { environment, safeMode }: Caller,
  unanswered: number,
): ProviderHealth {
  const { id, mode, depositsEnabled } = environment;
  if (!app.providerOf({ environmentId: id, mode })) return 'not_configured';
  if (safeMode || !depositsEnabled) return 'paused';
  return unanswered >= UNSTABLE.orders ? 'unstable' : 'normal';
}

/** Recent orders through this connection with an unknown outcome. */
async function readUnanswered(
  db: Db,
  connection: Connection,
): Promise<{ readonly count: number; readonly since: Date | null }> {
  const [row] = await db<{ count: number; since: Date | null }>`
    select count(*), min(k.updated_at) as since
    from idempotency_keys k join environments e on e.id = k.environment_id
    where k.state = 'resting'
      and k.updated_at > now() - ${UNSTABLE.minutes} * interval '1 minute'
      and ${connection} = ${CONNECTION_OF_E}`;
  return row ?? { count: 0, since: null };
}

async function readSuccess(db: Db, id: EnvironmentId): Promise<number | null> {
  const [row] = await db<{ basisPoints: number | null }>`
    select (10000 * count(*) filter (where status = 'succeeded')
      / nullif(count(*) filter (where attempts > 0), 0))::integer as basis_points
    from (
      select status, attempts from webhook_deliveries d
      where environment_id = ${id}
        and created_at > environment_now(${id}) - interval '24 hours'
        -- A listener that was closed says nothing about the shop's own endpoints.
        and not exists (select from webhook_endpoints e
          where e.environment_id = ${id} and e.id = d.endpoint_id and e.fetched)
      order by created_at desc, id desc limit ${MAX_DELIVERIES}) d`;
  return row?.basisPoints ?? null;
}
