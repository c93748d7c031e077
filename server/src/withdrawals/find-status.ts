import { aheadOf } from '../accounts/store.ts';
import type { FundingStanding } from '../fundings/view.ts';
import { type EnvironmentId, type WithdrawalId, idArray } from '../ids.ts';
import { batched } from '../platform/batch.ts';
import { sql } from '../platform/sql.ts';
import type { WithdrawalStanding } from './withdrawal.ts';

interface StatusRequest {
  readonly environmentId: EnvironmentId;
  readonly id: WithdrawalId;
}

/** Includes the state of the funding check, if there is one; the receipt is still sealed. */
type StatusRow = WithdrawalStanding & FundingStanding & { readonly receiptUrl: string | null };

/** The status of a withdrawal in this environment. Simultaneous requests share one statement. */
export const findStatus = batched<StatusRequest, StatusRow | undefined>(async (db, requested) => {
  // Forces one index lookup per key, whatever the planner assumes about the tables.
  const rows = await db<StatusRow & { place: number }>`
    select requested.place::integer as place, w.*, coalesce(f.state, 'unchecked') as state,
      coalesce(f.confirmations, 0) as confirmations, f.checked_at, f.tx_id, f.problem,
      r.url as receipt_url
    from unnest(${idArray(requested.map(({ environmentId }) => environmentId))}::text[],
      ${idArray(requested.map(({ id }) => id))}::text[])
      with ordinality as requested (environment_id, id, place)
    cross join lateral (
      select id, status, amount_cents, fee_cents, deposit_address,
        deposit_amount_cents, pix_key_type, pix_end_to_end_id, blockchain_tx_id, failure_reason,
        external_id, created_at, expires_at, processing_at, completed_at, failed_at, expired_at
      from withdrawals where environment_id = requested.environment_id and id = requested.id limit 1
    ) w
    left join lateral (
      select state, confirmations, tx_id, problem,
        checked_at + ${aheadOf(sql`requested.environment_id`)} as checked_at
      from withdrawal_fundings
      where environment_id = requested.environment_id and withdrawal_id = requested.id limit 1
    ) f on true
    left join lateral (
      select url from withdrawal_receipts
      where environment_id = requested.environment_id and withdrawal_id = requested.id limit 1
    ) r on true`;
  const found = new Map(rows.map((row) => [row.place, row]));
  return requested.map((_, index) => found.get(index + 1));
});
