import type { Tenant } from '../app.ts';
import type { WithdrawalId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { lockDueLooks, type Whose } from '../queues/look-store.ts';
import type { Funded, Funding } from './funding.ts';

/** A due look, with everything it is judged by. */
export interface DueFunding extends Tenant, Funded, Omit<Funding, 'units'> {
  readonly withdrawalId: WithdrawalId;
  readonly depositAddress: string;
  /** The number of looks including this one, which serves as a fencing token. */
  readonly looks: number;
}

/** Leases due looks for a minute each, so that two workers do not take the same one. */
export async function leaseFundings(db: Db, limit: number, whose: Whose): Promise<DueFunding[]> {
  return db<DueFunding>`
    with leased as (
      update withdrawal_fundings set looks = looks + 1, look_at = now() + interval '1 minute'
      where ctid = any(array(${lockDueLooks('withdrawal_fundings', whose, limit)}))
      returning environment_id, withdrawal_id, state, tx_id, confirmations, problem, seen_at,
        confirmed_at, looks
    )
    select l.*, e.mode, w.status, w.provider_status, w.deposit_address, w.deposit_amount_cents,
      w.blockchain_tx_id, w.expires_at, w.updated_at, environment_now(w.environment_id) as now
    from leased l
      join withdrawals w on w.environment_id = l.environment_id and w.id = l.withdrawal_id
      join environments e on e.id = l.environment_id`;
}

/**
 * Records what a look found, unless another look was leased since. A next look that was made due
 * meanwhile stays due.
 * @param seconds until the next look; null if there is none
 */
export async function recordFunding(
  db: Db,
  { environmentId, withdrawalId, looks }: DueFunding,
  funding: Funding,
  seconds: number | null,
): Promise<boolean> {
  const rows = await db`
    update withdrawal_fundings set state = ${funding.state}, tx_id = ${funding.txId},
      confirmations = ${funding.confirmations}, problem = ${funding.problem},
      units = ${funding.units}, seen_at = ${funding.seenAt}, confirmed_at = ${funding.confirmedAt},
      checked_at = now(),
      look_at = case when look_at <= now() then look_at
        else now() + ${seconds}::double precision * interval '1 second' end
    where environment_id = ${environmentId} and withdrawal_id = ${withdrawalId}
      and looks = ${looks}
    returning 1 as written`;
  return rows.length > 0;
}

/** Reschedules looks that found out nothing: everything known stays. */
export async function postponeFundings(
  db: Db,
  fundings: readonly DueFunding[],
  seconds: number,
): Promise<void> {
  await db`
    update withdrawal_fundings f set look_at = now() + ${seconds} * interval '1 second'
    from unnest(${fundings.map(({ environmentId }) => environmentId)}::text[],
      ${fundings.map(({ withdrawalId }) => withdrawalId)}::text[],
      ${fundings.map(({ looks }) => looks)}::integer[]) as late (environment_id, withdrawal_id, looks)
    where f.environment_id = late.environment_id and f.withdrawal_id = late.withdrawal_id
      and f.looks = late.looks and f.look_at > now()`;
}
