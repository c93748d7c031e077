import { aheadOf } from '../accounts/store.ts';
import type { CheckStanding } from '../deposit-checks/view.ts';
import { type DepositId, type EnvironmentId, idArray } from '../ids.ts';
import { batched } from '../platform/batch.ts';
import { sql } from '../platform/sql.ts';
import type { DepositStanding } from './deposit.ts';

interface StatusRequest {
  readonly environmentId: EnvironmentId;
  readonly id: DepositId;
}

/** Includes the state of the chain check, if there is one. */
type StatusRow = DepositStanding & CheckStanding;

/** The status of a deposit in this environment. Simultaneous requests share one statement. */
export const findStatus = batched<StatusRequest, StatusRow | undefined>(async (db, requested) => {
  // Forces one index lookup per key, whatever the planner assumes about the tables.
  const rows = await db<StatusRow & { place: number }>`
    select requested.place::integer as place, d.*, coalesce(c.state, 'unchecked') as state,
      coalesce(c.confirmations, 0) as confirmations, c.checked_at, c.asset_ok, c.amount_ok
    from unnest(${idArray(requested.map(({ environmentId }) => environmentId))}::text[],
      ${idArray(requested.map(({ id }) => id))}::text[])
      with ordinality as requested (environment_id, id, place)
    cross join lateral (
      select id, status, amount_cents, fee_cents, total_cents, net_cents,
        settled_cents, paid_cents, wallet_id, blockchain_tx_id, failure_reason, external_id,
        payment_link_id, created_at, expires_at, confirmed_at, failed_at, refunded_at
      from deposits where environment_id = requested.environment_id and id = requested.id limit 1
    ) d
    left join lateral (
      select state, confirmations, asset_ok, amount_ok,
        checked_at + ${aheadOf(sql`requested.environment_id`)} as checked_at
      from deposit_checks
      where environment_id = requested.environment_id and deposit_id = requested.id limit 1
    ) c on true`;
  const found = new Map(rows.map((row) => [row.place, row]));
  return requested.map((_, index) => found.get(index + 1));
});
