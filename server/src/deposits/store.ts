import { NOW_OF_E } from '../accounts/store.ts';
import type { App, Tenant } from '../app.ts';
import { notifyChange } from '../changes/notify-change.ts';
import type { AccountId, DepositId, EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { batched } from '../platform/batch.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import type { Mode } from '../accounts/environment.ts';
import { type Connection, CONNECTION_OF_E } from '../provider/connection.ts';
import type { Deposit, DepositStatus } from './deposit.ts';

const TAX_ID = 'deposits.tax_id';

/** Identifies a deposit. */
export interface DepositKey {
  readonly environmentId: EnvironmentId;
  readonly id: string;
}

/** The channel on which commits announce which deposit to read again. */
export const DEPOSIT_CHANNEL = 'ponte_deposits';

/**
 * Notifies open dashboards and pay pages when this commits. Commits that notify are serialized, so
 * only deposits made through a link notify: no other payer has a page.
 */
export async function hintChanges(tx: Tx, deposits: readonly Deposit[]): Promise<void> {
  for (const { environmentId, id, status } of deposits) {
    notifyChange(tx, { environmentId, kind: 'deposit', id, status });
  }
  const shown = deposits.flatMap(({ id, paymentLinkId }) => (paymentLinkId === null ? [] : [id]));
  if (shown.length === 0) return;
  await tx`select pg_notify(${DEPOSIT_CHANNEL}, id) from unnest(${shown}::text[]) as id`;
}

/** The columns of a `Deposit` from its row `d`; the tax id is still sealed. */
export const DEPOSIT_OF_D = sql`
  d.environment_id, d.id, d.status, d.wallet_id, d.liquid_address, d.tax_id, d.amount_cents,
  d.fee_cents, d.total_cents, d.net_cents, d.settled_cents, d.split_cents, d.split_basis_points,
  d.provider_fee_cents, d.pass_fees_to_payer, d.external_id, d.payment_link_id, d.from_panel,
  d.provider_ref, d.pix_qr_code, d.provider_status, d.paid_cents, d.blockchain_tx_id,
  d.failure_reason, d.held_since, d.created_at, d.expires_at, d.updated_at, d.confirmed_at,
  d.failed_at, d.refunded_at`;

export async function findDeposit(
  app: App,
  environmentId: EnvironmentId,
  id: string,
): Promise<Deposit | undefined> {
  const [row] = await app.db<Deposit>`
    select ${DEPOSIT_OF_D}
    from deposits d where d.environment_id = ${environmentId} and d.id = ${id}`;
  return row && { ...row, taxId: openTaxId(app, row.taxId) };
}

export function sealTaxId(app: App, taxId: string): string {
  return app.vault.seal(TAX_ID, taxId);
}

/** The payer's tax id, as it was submitted. */
export function openTaxId(app: App, sealed: string): string {
  return app.vault.open(TAX_ID, sealed);
}

export interface OpenDeposit extends Tenant {
  readonly id: DepositId;
  readonly providerRef: string;
  readonly providerStatus: string | null;
  readonly blockchainTxId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly status: DepositStatus;
  /** On the environment's clock. */
  readonly now: Date;
}

/**
 * Leases due looks: each is rescheduled at least half a minute ahead, so that two workers do not
 * take the same one. All looks fall on a ten-second grid, so that one list call serves many.
 * @param busy the connections that are being looked through
 */
export async function leaseLooks(
  db: Db,
  limit: number,
  busy: readonly Connection[],
): Promise<OpenDeposit[]> {
  return db<OpenDeposit>`
    with due as (
      select environment_id, id from deposits o
      where look_at <= now()
        and (select ${CONNECTION_OF_E} from environments e
          where e.id = o.environment_id) <> all(${[...busy]})
      order by look_at limit ${limit} for update skip locked
    )
    update deposits d
    set look_at = date_bin('10 seconds', now() + interval '40 seconds', 'epoch'::timestamptz)
    from environments e
    where e.id = d.environment_id and (d.environment_id, d.id) in (table due)
    returning d.environment_id, e.mode, d.id, d.provider_ref, d.provider_status,
      d.blockchain_tx_id, d.created_at, d.expires_at, d.status, ${NOW_OF_E} as now`;
}

/**
 * Reschedules looks that could not be taken, ahead of most that were. They fall due once there is
 * room, each time in a different order, so that none is always last.
 */
export async function postponeLooks(
  db: Db,
  deposits: readonly OpenDeposit[],
  seconds: number,
): Promise<void> {
  await db`
    with held as (
      select d.environment_id, d.id
      from unnest(${deposits.map(({ environmentId }) => environmentId)}::text[],
          ${deposits.map(({ id }) => id)}::text[]) as left_over (environment_id, id)
        join deposits d on d.environment_id = left_over.environment_id and d.id = left_over.id
      order by d.environment_id, d.id for update of d
    )
    update deposits d set look_at = case when d.look_at is not null
      then now() + (${seconds}::float8 + random()) * interval '1 second' end
    from held where d.environment_id = held.environment_id and d.id = held.id`;
}

/** The creation time of every `every`-th charge of a connection, newest first. */
export async function listSpanStarts(
  db: Db,
  { environmentId, mode }: Tenant,
  oldest: Date,
  newest: Date,
  every: number,
): Promise<Date[]> {
  const rows = await db<{ createdAt: Date }>`
    select created_at from (
      select d.created_at, row_number() over (order by d.created_at desc) as place
      from environments e join deposits d on d.environment_id = e.id
      where e.mode = ${mode} ${mode === 'live' ? sql`` : sql`and e.id = ${environmentId}`}
        and d.created_at between ${oldest} and ${newest}
    ) as placed
    where place % ${every} = 0 order by created_at desc`;
  return rows.map(({ createdAt }) => createdAt);
}

/**
 * When to look again: every 10 s in test; in live, backing off from 30 s to 10 min. A FAILED
 * deposit, or one with a known transaction, is watched for another hour, since the notice of a late
 * payment or a reversal may be lost too. A payout that is held back, for up to 30 days, is watched
 * until its transaction is known: hourly in live, since it is too old for the provider's list and
 * takes a reading each time.
 * @param row a row with the deposit's `status`, `blockchain_tx_id` and `updated_at`; the statement
 *   has the deposit as `d` and its environment as `e`
 */
export const nextLook = (row: Fragment): Fragment => sql`
  date_bin('10 seconds', case
    when ${row}.status = 'REFUNDED' then null
    when (${row}.status = 'FAILED' or ${row}.blockchain_tx_id is not null)
      and ${row}.updated_at < ${NOW_OF_E} - interval '1 hour' then null
    when ${row}.status = 'CONFIRMED'
      and ${row}.updated_at < ${NOW_OF_E} - interval '35 days' then null
    when e.mode = 'test' then now() + interval '10 seconds'
    when ${row}.status = 'CONFIRMED'
      and ${row}.updated_at < ${NOW_OF_E} - interval '1 hour' then now() + interval '1 hour'
    else now() + least(30 * power(1.3, least(d.looks, 30)), 600) * interval '1 second'
  end, 'epoch'::timestamptz)`;

/**
 * After a look that found nothing new, or failed; a deposit that is locked is being settled, which
 * schedules its own next look. Only a successful look ends the watch: after a failed one it goes on
 * for two days from the last change, less and less often.
 */
export const scheduleLook = batched<LookedAt, void>(async (db, looked) => {
  await db`
    with held as (
      select d.environment_id, d.id, looked.failed
      from unnest(${looked.map(({ environmentId }) => environmentId)}::text[],
        ${looked.map(({ id }) => id)}::text[],
        ${looked.map(({ failed = false }) => failed)}::boolean[])
        as looked (environment_id, id, failed)
      join deposits d on d.environment_id = looked.environment_id and d.id = looked.id
      for update of d skip locked
    )
    update deposits d set looks = looks + 1, look_at = coalesce(${nextLook(sql`d`)},
      case when held.failed and d.updated_at > ${NOW_OF_E} - interval '2 days'
        then now() + greatest(interval '10 minutes', (${NOW_OF_E} - d.updated_at) / 4) end)
    from held join environments e on e.id = held.environment_id
    where d.environment_id = held.environment_id and d.id = held.id`;
  return looked.map(() => undefined);
});

type LookedAt = DepositKey & { readonly failed?: boolean };

/** Makes the next look due, ahead of its schedule; false when there is no such deposit. */
export async function lookNow(db: Db, environmentId: EnvironmentId, id: string): Promise<boolean> {
  const rows = await db`
    update deposits set look_at = now()
    where environment_id = ${environmentId} and id = ${id} returning id`;
  return rows.length > 0;
}

/**
 * How many are found, and then settled, together. More than a batch usually has: each statement of
 * a settlement first loads the check constraints of its table, which costs as much as many rows do.
 */
export const MOST_TOGETHER = 256;

/** Finds the deposit with a provider's charge id, among the environments of one mode. */
export const findByProviderRef = batched<ChargeKey, DepositKey | undefined>(
  async (db, requested) => {
    const rows = await db<DepositKey & ChargeKey>`
      select d.environment_id, d.id, e.mode, d.provider_ref as ref
      from deposits d join environments e on e.id = d.environment_id
      where d.provider_ref = any(${requested.map(({ ref }) => ref)}::text[])`;
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    return requested.map((one) => byKey.get(keyOf(one)));
  },
  MOST_TOGETHER,
);

interface ChargeKey {
  readonly mode: Mode;
  readonly ref: string;
}

const keyOf = ({ mode, ref }: ChargeKey): string => `${mode} ${ref}`;

/** Which of these charges are known, in whatever environment shares the connection. */
export async function listKnownRefs(db: Db, refs: readonly string[]): Promise<string[]> {
  const rows = await db<{ providerRef: string }>`
    select provider_ref from deposits where provider_ref = any(${[...refs]})
    union all
    -- Test charges created by an operator to probe the connection.
    select provider_ref from probes where provider_ref = any(${[...refs]})`;
  return rows.map(({ providerRef }) => providerRef);
}

export async function findQrCode(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db<{ pixQrCode: string }>`select pix_qr_code from deposits where id = ${id}`;
  return row?.pixQrCode;
}

/** The environment and account of a deposit, for an operator who knows only its id. */
export async function findTenantOf(
  db: Db,
  id: string,
): Promise<(Tenant & { readonly accountId: AccountId }) | undefined> {
  const [row] = await db<Tenant & { accountId: AccountId }>`
    select e.id as environment_id, e.mode, e.account_id from deposits d
    join environments e on e.id = d.environment_id where d.id = ${id}`;
  return row;
}
