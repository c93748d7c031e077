import type { ChainSubject } from '../faults/fault.ts';
import type { Sql, Tx } from '../platform/database.ts';
import type { Transfer } from './transfer.ts';

/** A transfer as it is stored when it is made. */
export interface NewTransaction extends Transfer {
  readonly txId: string;
  readonly coinTxId: string;
  /** The receiver's address, without a blinding key. */
  readonly address: string;
  /** In hex, without witnesses. */
  readonly stripped: string;
}

/** They are placed in the next block, and their coins in the newest existing one. */
export async function insertTransactions(
  tx: Tx,
  transactions: readonly NewTransaction[],
): Promise<void> {
  if (transactions.length === 0) return;
  await tx`
    insert into sandbox.chain_transactions (tx_id, coin_tx_id, coin_height, block_height, salt,
      script, address, blinding_public_key, asset, units, claimed_asset, stripped)
    select new."txId", new."coinTxId", tip, tip + 1, new.salt, new.script, new.address,
      new."blindingPublicKey", new.asset, new.units, new."claimedAsset", decode(new.stripped, 'hex')
    from sandbox.chain_tip, jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb) as new(
      "txId" text, "coinTxId" text, salt text, script text, address text, "blindingPublicKey" text,
      asset text, units bigint, "claimedAsset" text, stripped text)`;
}

/** A transaction, and which reorganisations happened below it. */
export interface ChainTransaction extends Transfer {
  readonly txId: string;
  readonly coinTxId: string;
  readonly address: string;
  readonly stripped: Buffer;
  readonly complete: Buffer | null;
  /** Null: dropped for good; only its coin is still there. */
  readonly blockHeight: number | null;
  readonly coinHeight: number;
  /** The number of reorganisations below its block, and below that of its coin. */
  readonly branch: number;
  readonly coinBranch: number;
}

/** A transaction, and the current tip of the chain. */
export type Found = ChainTransaction & Tip;

/** Finds it by its own id or by its coin's; also says whether a fault is set for its readers. */
export async function findTransaction(
  sql: Sql,
  txId: string,
): Promise<{ found: Found | undefined; isFaulty: boolean }> {
  const subject: ChainSubject = `tx ${txId}`;
  const [row] = await sql<Found & { readonly isFaulty: boolean }>`
    select t.*, tip, genesis_at, extract(epoch from block_interval)::float8 * 1000 as block_ms,
      exists (select from sandbox.faults where path = ${subject} and remaining > 0) as is_faulty,
      (select count(*) from sandbox.chain_reorganisations where from_height <= t.block_height)
        as branch,
      (select count(*) from sandbox.chain_reorganisations where from_height <= t.coin_height)
        as coin_branch
    from sandbox.chain_tip left join sandbox.chain_transactions t
      on tx_id = ${txId} or coin_tx_id = ${txId}`;
  if (!row) throw new Error('a chain without a beginning');
  // Without a transaction its columns are null.
  return { found: row.txId ? row : undefined, isFaulty: row.isFaulty };
}

export interface Listing {
  /** The SHA-256 of the script, in hex. */
  readonly scriptHash: string;
  /** The range of heights to list: above the one, up to the other. */
  readonly above: number;
  readonly upTo: number;
  /** Only transactions after this one. */
  readonly after: string | null;
  readonly limit: number;
}

/** The payments to a script, newest first. */
export async function listTransactions(
  sql: Sql,
  { scriptHash, above, upTo, after, limit }: Listing,
): Promise<ChainTransaction[]> {
  // Bounds for the index scan, however many transactions the script has.
  return sql<ChainTransaction>`
    select t.*,
      (select count(*) from sandbox.chain_reorganisations where from_height <= t.block_height)
        as branch,
      0::bigint as coin_branch
    from sandbox.chain_transactions t
    where script_hash = ${scriptHash} and block_height > ${above}
      and (block_height, seq) < (
        coalesce((select block_height from sandbox.chain_transactions where tx_id = ${after}),
          ${upTo}::bigint + 1),
        coalesce((select seq from sandbox.chain_transactions where tx_id = ${after}), 0))
    order by block_height desc, seq desc limit ${limit}`;
}

export async function countTransactions(
  sql: Sql,
  scriptHash: string,
): Promise<{ inBlocks: number; waiting: number }> {
  const [counts] = await sql<{ inBlocks: number; waiting: number }>`
    select count(*) filter (where block_height <= tip) as in_blocks,
      count(*) filter (where block_height > tip) as waiting
    from sandbox.chain_transactions, sandbox.chain_tip where script_hash = ${scriptHash}`;
  if (!counts) throw new Error('an aggregate without a row');
  return counts;
}

export async function keepComplete(sql: Sql, txId: string, complete: Buffer): Promise<void> {
  await sql`
    update sandbox.chain_transactions set complete = ${complete}
    where tx_id = ${txId} and complete is null`;
}

export interface Tip {
  readonly tip: number;
  readonly genesisAt: Date;
  readonly blockMs: number;
}

/** The tip, and whether a fault is set for those who ask about the subject. */
export async function readTip(
  sql: Sql,
  subject?: ChainSubject,
): Promise<Tip & { readonly isFaulty: boolean }> {
  const [tip] = await sql<Tip & { readonly isFaulty: boolean }>`
    select tip, genesis_at, extract(epoch from block_interval)::float8 * 1000 as block_ms,
      exists (select from sandbox.faults where path = ${subject} and remaining > 0) as is_faulty
    from sandbox.chain_tip`;
  if (!tip) throw new Error('a chain without a beginning');
  return tip;
}

/** How many reorganisations a block of this height has been through. */
export async function readBranch(sql: Sql, height: number): Promise<number> {
  const [row] = await sql<{ branch: number }>`
    select count(*) as branch from sandbox.chain_reorganisations where from_height <= ${height}`;
  return row?.branch ?? 0;
}

/**
 * Takes a transaction out of its block, which is replaced. It comes back that many blocks later, or
 * never. False: there is no such transaction.
 */
export async function reorganise(
  tx: Tx,
  txId: string,
  backAfterBlocks: number | null,
): Promise<boolean> {
  const [moved] = await tx<{ blockHeight: number }>`
    update sandbox.chain_transactions t
    set block_height = tip + ${backAfterBlocks}::bigint
    from sandbox.chain_tip, sandbox.chain_transactions before
    where t.tx_id = ${txId} and before.tx_id = t.tx_id and t.block_height is not null
    returning before.block_height`;
  if (!moved) return false;
  await tx`
    insert into sandbox.chain_reorganisations (from_height)
    select ${moved.blockHeight} from sandbox.chain_tip where ${moved.blockHeight} <= tip`;
  return true;
}
