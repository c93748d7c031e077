import { aheadOf } from '../accounts/store.ts';
import type { FundingStanding } from '../fundings/view.ts';
import { type EnvironmentId, type WithdrawalId, idArray } from '../ids.ts';
import { batched } from '../platform/batch.ts';
import { sql } from '../platform/sql.ts';
import type { WithdrawalStanding } from './withdrawal.ts';

interface Asked {
  readonly environmentId: EnvironmentId;
  readonly id: WithdrawalId;
}

/** Includes the state of the funding check, if there is one; the receipt is still sealed. */
type Told = WithdrawalStanding & FundingStanding & { readonly receiptUrl: string | null };

/** The status of a withdrawal in this environment. Simultaneous requests share one statement. */
export const findStatus = batched<Asked, Told | undefined>(async (db, asked) => {
  // Forces one index lookup per key, whatever the planner assumes about the tables.
  const rows = await db<Told & { place: number }>`
    select asked.place::integer as place, w.*, coalesce(f.state, 'unchecked') as state,
      coalesce(f.confirmations, 0) as confirmations, f.checked_at, f.tx_id, f.problem,
      r.url as receipt_url
    from unnest(${idArray(asked.map(({ environmentId }) => environmentId))}::text[],
      ${idArray(asked.map(({ id }) => id))}::text[]) with ordinality as asked (environment_id, id, place)
    cross join lateral (
      select id, status, amount_cents, fee_cents, deposit_address,
        deposit_amount_cents, pix_key_type, pix_end_to_end_id, blockchain_tx_id, failure_reason,
        external_id, created_at, expires_at, processing_at, completed_at, failed_at, expired_at
      from withdrawals where environment_id = asked.environment_id and id = asked.id limit 1
    ) w
    left join lateral (
      select state, confirmations, tx_id, problem,
        checked_at + ${aheadOf(sql`asked.environment_id`)} as checked_at
      from withdrawal_fundings
      where environment_id = asked.environment_id and withdrawal_id = asked.id limit 1
    ) f on true
    left join lateral (
      select url from withdrawal_receipts
      where environment_id = asked.environment_id and withdrawal_id = asked.id limit 1
    ) r on true`;
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, before) => found.get(before + 1));
});
