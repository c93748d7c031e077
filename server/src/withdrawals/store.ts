import type { App, Tenant } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import { NOW_OF_E } from '../accounts/store.ts';
import type { EnvironmentId, WithdrawalId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import type { Withdrawal } from './withdrawal.ts';

const TAX_ID = 'withdrawals.tax_id';
const PIX_KEY = 'withdrawals.pix_key';

/** The columns of a `Withdrawal`; the tax id and the Pix key are still sealed. */
export const WITHDRAWAL = sql`
  environment_id, id, status, tax_id, pix_key, pix_key_type, amount_cents, fee_cents,
  deposit_address, deposit_amount_cents, external_id, from_panel, provider_ref, provider_status,
  blockchain_tx_id, pix_end_to_end_id, failure_reason, held_since, created_at, expires_at,
  updated_at, processing_at, completed_at, failed_at, expired_at`;

export async function findWithdrawal(
  app: App,
  environmentId: EnvironmentId,
  id: string,
): Promise<Withdrawal | undefined> {
  const [row] = await app.db<Withdrawal>`
    select ${WITHDRAWAL}
    from withdrawals where environment_id = ${environmentId} and id = ${id}`;
  return row && opened(app, row);
}

/** The two sealed columns that identify the recipient. */
export function sealPayee(
  app: App,
  { taxId, pixKey }: Pick<Withdrawal, 'taxId' | 'pixKey'>,
): Pick<Withdrawal, 'taxId' | 'pixKey'> {
  return { taxId: app.vault.seal(TAX_ID, taxId), pixKey: app.vault.seal(PIX_KEY, pixKey) };
}

export function opened<Row extends Withdrawal>(app: App, row: Row): Row {
  return {
    ...row,
    taxId: app.vault.open(TAX_ID, row.taxId),
    pixKey: openPixKey(app, row.pixKey),
  };
}

export function openPixKey(app: App, sealed: string): string {
  return app.vault.open(PIX_KEY, sealed);
}

export interface OpenWithdrawal extends Tenant {
  readonly id: WithdrawalId;
  readonly providerRef: string;
}

/**
 * Leases due looks: each is rescheduled half a minute ahead, so that two workers do not take the
 * same one.
 * @param full the modes whose withdrawals have to wait
 */
export async function leaseLooks(
  db: Db,
  limit: number,
  full: readonly Mode[],
): Promise<OpenWithdrawal[]> {
  return db<OpenWithdrawal>`
    with due as (
      select environment_id, id from withdrawals o
      where look_at <= now()
        and (select mode from environments where id = o.environment_id) <> all(${[...full]})
      order by look_at limit ${limit} for update skip locked
    )
    update withdrawals w set look_at = now() + interval '30 seconds'
    from environments e
    where e.id = w.environment_id and (w.environment_id, w.id) in (table due)
    returning w.environment_id, e.mode, w.id, w.provider_ref`;
}

/**
 * When to look again: every 10 s in test; in live, backing off from 30 s to 15 min. A withdrawal
 * that FAILED or EXPIRED, which a late payout may still change, is looked at twice a day for a
 * week, or as often as an open one while the provider is sending. The bank's receipt and id of a
 * COMPLETED one may come after the payout: they are looked for ever more rarely, for a day.
 * @param row a row with the withdrawal's `status`, `provider_status`, `pix_end_to_end_id`,
 *   `updated_at` and `completed_at`; the statement has the withdrawal as `w` and its environment
 *   as `e`
 */
export const nextLook = (row: Fragment): Fragment => sql`
  case
    when ${row}.status = 'COMPLETED' then
      case when ${row}.completed_at > ${NOW_OF_E} - interval '1 day' and (
        ${row}.pix_end_to_end_id is null or not exists (
          select from withdrawal_receipts r
          where r.environment_id = w.environment_id and r.withdrawal_id = w.id
        )
      ) then now() + greatest(${NOW_OF_E} - ${row}.completed_at, interval '10 minutes') end
    when ${row}.status in ('FAILED', 'EXPIRED')
      and ${row}.provider_status is distinct from 'sending' then
      case when ${row}.updated_at > ${NOW_OF_E} - interval '7 days'
        then now() + interval '12 hours' end
    when e.mode = 'test' then now() + interval '10 seconds'
    else now() + least(30 * power(1.3, least(w.looks, 30)), 900) * interval '1 second'
  end`;

/** After a look that failed; one that is answered is rescheduled by its settlement. */
export async function scheduleLook(
  db: Db,
  environmentId: EnvironmentId,
  id: string,
): Promise<void> {
  await db`
    update withdrawals w set looks = looks + 1, look_at = ${nextLook(sql`w`)}
    from environments e
    where e.id = w.environment_id and w.environment_id = ${environmentId} and w.id = ${id}`;
}

/** Reschedules a look that could not be taken for when there is room for it. */
export async function postponeLook(
  db: Db,
  environmentId: EnvironmentId,
  id: string,
  seconds: number,
): Promise<void> {
  await db`
    update withdrawals set look_at = case when look_at is not null
      then now() + ${seconds} * interval '1 second' end
    where environment_id = ${environmentId} and id = ${id}`;
}

/** Makes the next look due, ahead of its schedule. */
export async function lookNow(db: Db, environmentId: EnvironmentId, id: string): Promise<void> {
  await db`
    update withdrawals set look_at = now() where environment_id = ${environmentId} and id = ${id}`;
}

/** Finds the withdrawal with a provider's payout id, among the environments of one mode. */
export async function findByProviderRef(
  db: Db,
  mode: Mode,
  ref: string,
): Promise<{ environmentId: EnvironmentId; id: string } | undefined> {
  const [row] = await db<{ environmentId: EnvironmentId; id: string }>`
    select w.environment_id, w.id from withdrawals w join environments e on e.id = w.environment_id
    where w.provider_ref = ${ref} and e.mode = ${mode}`;
  return row;
}
