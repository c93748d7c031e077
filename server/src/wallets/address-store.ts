import type { DepositId, EnvironmentId, WalletId } from '../ids.ts';
import type { LiquidNetwork } from '../liquid/address.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import type { Place } from './open-keys.ts';

/** A wallet's addresses: which are watched, and which deposit each was given to. */

export interface WalletAddress extends Place {
  readonly liquidAddress: string;
}

/** Existing addresses stay as they are, and a wallet deleted meanwhile gets none. */
export async function insertAddresses(
  db: Db | Tx,
  environmentId: EnvironmentId,
  walletId: WalletId,
  addresses: readonly WalletAddress[],
): Promise<void> {
  await db`
    insert into wallet_addresses
      (environment_id, wallet_id, branch, position, liquid_address, look_at)
    select w.environment_id, w.id, branch, position, address, now()
    from wallets w cross join unnest(${addresses.map(({ branch }) => branch)}::smallint[],
      ${addresses.map(({ position }) => position)}::integer[],
      ${addresses.map(({ liquidAddress }) => liquidAddress)}::text[])
      as made (branch, position, address)
    where w.environment_id = ${environmentId} and w.id = ${walletId} and w.deleted_at is null
    for share of w
    on conflict do nothing`;
}

export async function stopWatching(
  tx: Tx,
  environmentId: EnvironmentId,
  walletId: WalletId,
): Promise<void> {
  await tx`
    update wallet_addresses set look_at = null
    where environment_id = ${environmentId} and wallet_id = ${walletId} and look_at is not null`;
}

/** Whether a wallet that is not deleted has the descriptor with this first address. */
export async function hasDescriptor(
  tx: Tx,
  environmentId: EnvironmentId,
  firstAddress: string,
): Promise<boolean> {
  const rows = await tx`
    select from wallet_addresses a
    join wallets w on w.environment_id = a.environment_id and w.id = a.wallet_id
    where a.environment_id = ${environmentId} and a.liquid_address = ${firstAddress}
      and a.branch = 0 and a.position = 0 and w.descriptor is not null and w.deleted_at is null`;
  return rows.length > 0;
}

/** A descriptor that is registered again continues where it was, so that no address is reused. */
export async function takeOverAddresses(
  tx: Tx,
  environmentId: EnvironmentId,
  walletId: WalletId,
  firstAddress: string,
): Promise<void> {
  await tx`
    with former as (
      select w.id, w.next_position from wallet_addresses a
      join wallets w on w.environment_id = a.environment_id and w.id = a.wallet_id
      where a.environment_id = ${environmentId} and a.liquid_address = ${firstAddress}
        and a.branch = 0 and a.position = 0 and w.descriptor is not null
        and w.deleted_at is not null
      order by w.deleted_at desc, w.id desc limit 1
    ), taken_over as (
      insert into wallet_addresses
        (environment_id, wallet_id, branch, position, liquid_address, transactions, look_at)
      select ${environmentId}, ${walletId}, a.branch, a.position, a.liquid_address,
        a.transactions, now()
      from former
      join wallet_addresses a on a.environment_id = ${environmentId} and a.wallet_id = former.id
      on conflict do nothing
    )
    update wallets w set next_position = greatest(w.next_position, former.next_position)
    from former where w.environment_id = ${environmentId} and w.id = ${walletId}`;
}

export interface Positions {
  readonly network: LiquidNetwork;
  readonly descriptor: string;
  readonly nextPosition: number;
  /** The last position that a transaction has used; -1 if there is none. */
  readonly usedPosition: number;
}

/** The wallet and those, mostly deleted, that were registered with the same descriptor. */
const alike = (environmentId: EnvironmentId, walletId: WalletId): Fragment => sql`
  select w.id, w.next_position
  from wallet_addresses own
  join wallet_addresses a on a.environment_id = own.environment_id
    and a.liquid_address = own.liquid_address and a.branch = 0 and a.position = 0
  join wallets w on w.environment_id = a.environment_id and w.id = a.wallet_id
    and w.descriptor is not null
  where own.environment_id = ${environmentId} and own.wallet_id = ${walletId}
    and own.branch = 0 and own.position = 0`;

/**
 * Locks the wallet and those like it, so that nobody else gives out their addresses until the
 * transaction ends: a deposit that was ordered before a deletion still gets one.
 */
export async function lockPositions(
  tx: Tx,
  environmentId: EnvironmentId,
  walletId: WalletId,
): Promise<Positions> {
  await tx`${alike(environmentId, walletId)} order by w.id for no key update of w`;
  // A separate statement, since only that sees what the previous holder of the lock has written.
  const [found] = await tx<Positions>`
    select network, descriptor, (
      select max(next_position) from (${alike(environmentId, walletId)}) as alike
    ) as next_position, coalesce((
      select max(position) from wallet_addresses
      where environment_id = ${environmentId} and wallet_id = ${walletId} and branch = 0
        and transactions > 0), -1) as used_position
    from wallets
    where environment_id = ${environmentId} and id = ${walletId} and descriptor is not null`;
  if (!found) throw new Error('there is no such wallet with a descriptor');
  return found;
}

export async function findAllocatedAddress(
  tx: Tx,
  environmentId: EnvironmentId,
  depositId: DepositId,
): Promise<string | undefined> {
  const [given] = await tx<{ liquidAddress: string }>`
    select liquid_address from wallet_addresses
    where environment_id = ${environmentId} and deposit_id = ${depositId}`;
  return given?.liquidAddress;
}

/** Gives an address to a deposit, whoever had it before. */
export async function assignAddress(
  tx: Tx,
  environmentId: EnvironmentId,
  walletId: WalletId,
  given: {
    readonly position: number;
    readonly liquidAddress: string;
    readonly depositId: DepositId;
  },
): Promise<void> {
  const { position, liquidAddress, depositId } = given;
  await tx`
    with moved as (
      update wallets set next_position = greatest(next_position, ${position}::integer + 1)
      where environment_id = ${environmentId} and id = ${walletId}
    )
    insert into wallet_addresses
      (environment_id, wallet_id, branch, position, liquid_address, deposit_id, given_at, look_at)
    values (${environmentId}, ${walletId}, 0, ${position}, ${liquidAddress}, ${depositId}, now(),
      now())
    on conflict (environment_id, wallet_id, branch, position)
      do update set deposit_id = excluded.deposit_id, given_at = excluded.given_at`;
}

/** Marks addresses whose deposits were paid as used, before the chain itself was asked. */
export async function markUsed(
  tx: Tx,
  environmentId: EnvironmentId,
  walletId: WalletId,
  positions: readonly number[],
): Promise<void> {
  await tx`
    update wallet_addresses set transactions = 1
    where environment_id = ${environmentId} and wallet_id = ${walletId} and branch = 0
      and position = any(${[...positions]}::integer[]) and transactions = 0`;
}
