import type { Db } from '../src/platform/db.ts';

/**
 * Wallets and payment links whose stored sums differ from their deposits', each with both: count,
 * received and refunded. Empty when all is well.
 */
export async function listWrongSums(db: Db): Promise<string[]> {
  const rows = await db<{ wrong: string }>`
    with kept as (
      select environment_id, subject_id, sum(confirmed_count) as count, sum(received_cents) as received,
        sum(refunded_cents) as refunded
      from deposit_sums group by 1, 2
    ), added as (
      select environment_id, subject.id as subject_id,
        count(*) filter (where status = 'CONFIRMED') as count,
        coalesce(sum(net_cents) filter (where status = 'CONFIRMED'), 0) as received,
        coalesce(sum(net_cents) filter (where status = 'REFUNDED'), 0) as refunded
      from deposits d
      cross join lateral (values (d.wallet_id), (d.payment_link_id)) as subject (id)
      where subject.id is not null group by 1, 2
    )
    select subject_id || ': ' || concat_ws(' ', kept.count, kept.received, kept.refunded)
      || ' is not ' || concat_ws(' ', added.count, added.received, added.refunded) as wrong
    from kept full join added using (environment_id, subject_id)
    where (coalesce(kept.count, 0), coalesce(kept.received, 0), coalesce(kept.refunded, 0))
      <> (coalesce(added.count, 0), coalesce(added.received, 0), coalesce(added.refunded, 0))`;
  return rows.map(({ wrong }) => wrong);
}
