import type { ChainOutput } from '../chain/port.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';
import { lockDueLooks, type Whose } from '../queues/look-store.ts';
import { GAP_LIMIT } from '../wallets/wallet.ts';
import type { HeldOutput, Holding, WatchedAddress } from './holding.ts';

/** Leases due looks for five minutes each, so that two workers do not take the same one. */
export async function leaseAddresses(
  db: Db,
  limit: number,
  whose: Whose,
): Promise<WatchedAddress[]> {
  const rows = await db<Omit<WatchedAddress, 'units'> & { units: string | null }>`
    update wallet_addresses a
    set looks = a.looks + 1, look_at = now() + interval '5 minutes'
    from wallets w
    where w.environment_id = a.environment_id and w.id = a.wallet_id
      and a.ctid = any(array(${lockDueLooks('wallet_addresses', whose, limit)}))
    returning a.environment_id, a.wallet_id, a.branch, a.position, a.liquid_address, w.network,
      w.blinding_key, w.descriptor, a.state, a.units::text, a.transactions, a.looks, a.unchanged`;
  return rows.map((row) => ({ ...row, units: row.units === null ? null : BigInt(row.units) }));
}

/** After a complete look. A look that was made due meanwhile stays due. */
export async function recordHolding(
  db: Db,
  address: WatchedAddress,
  found: Holding,
  next: { readonly unchanged: number; readonly seconds: number },
): Promise<void> {
  const { environmentId, walletId, branch, position, looks } = address;
  await db`
    update wallet_addresses
    set state = ${found.state}, units = ${found.units?.toString() ?? null}, checked_at = now(),
      transactions = greatest(transactions, ${found.transactions}), unchanged = ${next.unchanged},
      failing_since = null,
      look_at = case when look_at > now() then now() + ${next.seconds} * interval '1 second'
        else look_at end
    where environment_id = ${environmentId} and wallet_id = ${walletId} and branch = ${branch}
      and position = ${position} and looks = ${looks}`;
}

/** Since when looks have failed. Older releases do not reset it when they succeed. */
const FAILING_SINCE = sql`
  case when failing_since > coalesce(checked_at, '-infinity') then failing_since end`;

/**
 * After a failed look. What was known stays until looks have failed for an hour, and is then
 * dropped: a figure that nobody can confirm may be long out of date.
 */
export async function postponeAddress(
  db: Db,
  address: WatchedAddress,
  seconds: number,
): Promise<void> {
  const { environmentId, walletId, branch, position, looks } = address;
  await db`
    update wallet_addresses
    set failing_since = coalesce(${FAILING_SINCE}, now()),
      state = case when ${FAILING_SINCE} < now() - interval '1 hour' then 'unavailable'
        else state end,
      units = case when ${FAILING_SINCE} < now() - interval '1 hour' then null else units end,
      look_at = case when look_at > now() then now() + ${seconds} * interval '1 second'
        else look_at end
    where environment_id = ${environmentId} and wallet_id = ${walletId} and branch = ${branch}
      and position = ${position} and looks = ${looks}`;
}

/** What was read earlier of these outputs; spent ones are left out, as there may be very many. */
export async function listHeldOutputs(
  db: Db,
  address: WatchedAddress,
  unspent: readonly ChainOutput[],
): Promise<HeldOutput[]> {
  const { environmentId, walletId, branch, position } = address;
  const rows = await db<Omit<HeldOutput, 'units'> & { units: string | null }>`
    select o.tx_id, o.vout, o.is_depix, o.units::text
    from unnest(${unspent.map(({ txId }) => txId)}::text[],
      ${unspent.map(({ vout }) => vout)}::integer[]) as listed (tx_id, vout)
    join wallet_outputs o on o.tx_id = listed.tx_id and o.vout = listed.vout
    where o.environment_id = ${environmentId} and o.wallet_id = ${walletId}
      and o.branch = ${branch} and o.position = ${position}`;
  return rows.map((row) => ({ ...row, units: row.units === null ? null : BigInt(row.units) }));
}

export async function insertHeldOutputs(
  db: Db,
  { environmentId, walletId, branch, position }: WatchedAddress,
  outputs: readonly HeldOutput[],
): Promise<void> {
  await db`
    insert into wallet_outputs
      (environment_id, wallet_id, tx_id, vout, branch, position, is_depix, units)
    select ${environmentId}, ${walletId}, tx_id, vout, ${branch}, ${position}, is_depix, units
    from unnest(${outputs.map(({ txId }) => txId)}::text[],
      ${outputs.map(({ vout }) => vout)}::integer[],
      ${outputs.map(({ isDepix }) => isDepix)}::boolean[],
      ${outputs.map(({ units }) => units?.toString() ?? null)}::bigint[])
      as read (tx_id, vout, is_depix, units)
    on conflict do nothing`;
}

/**
 * The positions of a branch, among those within the gap limit of this one, that are not watched
 * yet. All positions below are watched: they are given out in order, watching ahead continues from
 * there, and the look at the first address adds the beginning before any figure is shown.
 */
export async function listUnwatched(
  db: Db,
  { environmentId, walletId }: WatchedAddress,
  branch: 0 | 1,
  upTo: number,
): Promise<number[]> {
  const from = Math.max(0, upTo - GAP_LIMIT);
  const rows = await db<{ position: number }>`
    select position from generate_series(${from}::integer, ${upTo}::integer) as position
    except
    select position from wallet_addresses
    where environment_id = ${environmentId} and wallet_id = ${walletId} and branch = ${branch}
      and position between ${from} and ${upTo}
    order by 1`;
  return rows.map(({ position }) => position);
}

/**
 * Something was paid to a wallet's address, so it is looked at before addresses that are merely
 * due; but at most every ten seconds, however much is paid there.
 */
export async function expediteAddress(
  db: Db | Tx,
  environmentId: EnvironmentId,
  walletId: string,
  liquidAddress: string,
): Promise<void> {
  await db`
    update wallet_addresses
    set unchanged = 0, look_at = least(look_at, case
      when checked_at > now() - interval '10 seconds' then checked_at + interval '10 seconds'
      else now() - interval '30 minutes' end)
    where environment_id = ${environmentId} and liquid_address = ${liquidAddress}
      and wallet_id = ${walletId} and look_at is not null`;
}
