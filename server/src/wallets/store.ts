import type { EnvironmentId, WalletId } from '../ids.ts';
import type { LiquidNetwork } from '../liquid/address.ts';
import { asRows } from '../platform/as-rows.ts';
import type { Db, Tx } from '../platform/db.ts';
import { batched } from '../platform/batch.ts';
import { sql } from '../platform/sql.ts';
import type { Position } from '../platform/page.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { Observability } from './wallet.ts';

export interface Wallet {
  readonly id: WalletId;
  readonly liquidAddress: string;
  readonly label: string;
  readonly isDefault: boolean;
  readonly createdAt: Date;
  readonly observability: Observability;
}

export interface NewWallet extends Omit<Wallet, 'createdAt' | 'observability'> {
  readonly network: LiquidNetwork;
  readonly confidential: boolean;
  readonly isRehearsal?: boolean;
  readonly sealedBlindingKey?: string | null;
  readonly sealedDescriptor?: string | null;
  /** For a descriptor, the position at which deposits begin. */
  readonly nextPosition?: number;
}

/** The columns of a `Wallet`. */
const WALLET = sql`
  id, liquid_address, label, is_default, created_at,
  case when descriptor is not null then 'descriptor' when blinding_key is not null then 'blinding_key'
    when confidential then 'none' else 'address' end as observability`;

interface Receiver extends Pick<Wallet, 'id' | 'liquidAddress'> {
  /** Whether each deposit gets an address of its own. */
  readonly hasDescriptor: boolean;
}

/** The wallet named, or the default one; undefined if there is no wallet to receive into. */
export async function findWalletForDeposit(
  db: Db,
  environmentId: EnvironmentId,
  walletId: WalletId | null,
): Promise<Receiver | undefined> {
  return findReceiver(db, { environment: environmentId, wallet: walletId });
}

interface WalletRequest {
  readonly environment: EnvironmentId;
  readonly wallet: WalletId | null;
}

const keyOf = ({ environment, wallet }: WalletRequest): string => `${environment} ${wallet ?? ''}`;

/** Reads each wallet once, however many ask for it. */
const findReceiver = batched<WalletRequest, Receiver | undefined>(async (db, requested) => {
  const different = [...new Map(requested.map((one) => [keyOf(one), one])).values()];
  const rows = await db<Receiver & WalletRequest>`
    with requested as (
      ${asRows(different, sql`environment text, wallet text`)}
    )
    select requested.*, w.id, w.liquid_address, w.descriptor is not null as has_descriptor
    from requested join wallets w
      on w.environment_id = requested.environment and w.is_default
    where requested.wallet is null and w.deleted_at is null
    union all
    select requested.*, w.id, w.liquid_address, w.descriptor is not null as has_descriptor
    from requested join wallets w
      on w.environment_id = requested.environment and w.id = requested.wallet
    where requested.wallet is not null and w.deleted_at is null`;
  const found = new Map(
    rows.map(({ environment, wallet, ...receiver }) => [keyOf({ environment, wallet }), receiver]),
  );
  return requested.map((one) => found.get(keyOf(one)));
});

/** Serialises changes of one environment's wallets, so that there is never a second default. */
export async function lockWallets(tx: Tx, environmentId: EnvironmentId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('wallets ' || ${environmentId}, 0))`;
}

export async function countWallets(tx: Tx, environmentId: EnvironmentId): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*) as count from wallets
    where environment_id = ${environmentId} and deleted_at is null`;
  return row?.count ?? 0;
}

export async function clearDefault(tx: Tx, environmentId: EnvironmentId): Promise<void> {
  await tx`
    update wallets set is_default = false where environment_id = ${environmentId} and is_default`;
}

export async function insertWallet(
  tx: Tx,
  environmentId: EnvironmentId,
  wallet: NewWallet,
): Promise<Wallet> {
  const [row] = await tx<Wallet>`
    insert into wallets (environment_id, id, liquid_address, network, confidential, label,
      is_default, is_rehearsal, blinding_key, descriptor, next_position, created_at)
    values (${environmentId}, ${wallet.id}, ${wallet.liquidAddress}, ${wallet.network},
      ${wallet.confidential}, ${wallet.label}, ${wallet.isDefault}, ${wallet.isRehearsal ?? false},
      ${wallet.sealedBlindingKey ?? null}, ${wallet.sealedDescriptor ?? null},
      ${wallet.nextPosition ?? 1}, environment_now(${environmentId}))
    returning ${WALLET}`;
  if (!row) throw new Error('an insert returned no row');
  return row;
}

/** A soft delete: open deposits keep paying the address. Undefined if there is no such wallet. */
export async function markDeleted(
  tx: Tx,
  environmentId: EnvironmentId,
  id: string,
): Promise<Pick<Wallet, 'id' | 'label'> | undefined> {
  const [wallet] = await tx<Pick<Wallet, 'id' | 'label'>>`
    update wallets set deleted_at = environment_now(environment_id), is_default = false
    where environment_id = ${environmentId} and id = ${id} and deleted_at is null
    returning id, label`;
  return wallet;
}

/** Newest first, one row more than the limit. */
export async function listWallets(
  db: Db,
  environmentId: EnvironmentId,
  after: Position | undefined,
  limit: number,
): Promise<Wallet[]> {
  const tenant = [['environment_id', environmentId]] as const;
  const isThere = sql`and deleted_at is null`;
  return db<Wallet>`
    select ${WALLET} from wallets ${newest(tenant, indexRangeOf(after), limit + 1, isThere)}`;
}
