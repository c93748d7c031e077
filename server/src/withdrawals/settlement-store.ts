import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';
import type { Settlement } from './settlement.ts';
import { nextLook, opened, WITHDRAWAL } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

export interface LockedWithdrawal extends Withdrawal {
  /** On the environment's clock, and no earlier than the row's last update. */
  readonly now: Date;
}

/** Locks the row until the transaction ends, so that concurrent settlements are serialized. */
export async function lockWithdrawal(
  tx: Tx,
  app: App,
  environmentId: EnvironmentId,
  id: string,
): Promise<LockedWithdrawal | undefined> {
  const [row] = await tx<LockedWithdrawal>`
    -- This transaction may have begun before another whose lock it waited for.
    select ${WITHDRAWAL}, greatest(environment_now(environment_id), updated_at) as now
    from withdrawals where environment_id = ${environmentId} and id = ${id}
    for update`;
  return row && opened(app, row);
}

/**
 * Whether the provider has given this end-to-end id to another withdrawal: one Pix pays only one.
 * Of two that are given it at once, the second waits until the first has ended.
 */
export async function isPixOfAnother(
  tx: Tx,
  { environmentId, id }: Pick<Withdrawal, 'environmentId' | 'id'>,
  pixEndToEndId: string,
): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`pix ${pixEndToEndId}`}, 0))`;
  const others = await tx`
    select from withdrawals
    where environment_id = ${environmentId} and pix_end_to_end_id = ${pixEndToEndId}
      and id <> ${id} limit 1`;
  return others.length > 0;
}

/**
 * Writes the outcome of a settlement to a locked withdrawal and schedules its next look: one row
 * update, however many steps were taken. Facts that must not change are already carried over.
 * @throws if the withdrawal is no longer in the status in which its settlement began
 */
export async function writeSettlement(tx: Tx, { before, after }: Settlement): Promise<void> {
  const written = await tx`
    update withdrawals w set
      status = settled.status, provider_status = settled.provider_status,
      pix_end_to_end_id = settled.pix_end_to_end_id, updated_at = settled.updated_at,
      completed_at = settled.completed_at, processing_at = ${after.processingAt},
      failed_at = ${after.failedAt}, expired_at = ${after.expiredAt},
      failure_reason = ${after.failureReason}, held_since = ${after.heldSince},
      blockchain_tx_id = ${after.blockchainTxId}, expires_at = ${after.expiresAt},
      looks = w.looks + 1, look_at = ${nextLook(sql`settled`)}
    from environments e, (
      select ${after.status}::text as status, ${after.providerStatus}::text as provider_status,
        ${after.pixEndToEndId}::text as pix_end_to_end_id,
        ${after.updatedAt}::timestamptz as updated_at,
        ${after.completedAt}::timestamptz as completed_at
    ) as settled
    where w.environment_id = ${after.environmentId} and w.id = ${after.id}
      and w.status = ${before.status} and e.id = w.environment_id
    returning w.id`;
  if (written.length === 0) throw new Error('the withdrawal left the status it was in');
}
