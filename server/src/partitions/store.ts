import pg from 'pg';
import { firstIdAt } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, identifier, plainText, sql } from '../platform/sql.ts';
import { boundaryName, endOf, type Log, nameOf, type Partition } from './partition.ts';

/** The partitions of a table, according to the database's catalogue. */
export async function listPartitions(db: Db | Tx, { table }: Log): Promise<Partition[]> {
  const rows = await db<{ name: string; bounds: string; isLeaving: boolean }>`
    select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bounds,
      i.inhdetachpending as is_leaving
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass`;
  return rows.map(({ name, bounds, isLeaving }) => {
    const [, from, to] = /FROM \((.+)\) TO \((.+)\)$/.exec(bounds) ?? [];
    return { name, from: idIn(from), to: idIn(to), isLeaving };
  });
}

/** Null for `MINVALUE` and `MAXVALUE`. */
function idIn(bound: string | undefined): string | null {
  return /^'(.+)'$/.exec(bound ?? '')?.[1] ?? null;
}

/** The announced end of the rest, if there is one. */
export interface AnnouncedEnd {
  readonly end: Date;
  /** Whether all its rows have been validated to be before the end. */
  readonly isProved: boolean;
}

export async function findAnnouncedEnd(
  db: Db | Tx,
  { table }: Log,
): Promise<AnnouncedEnd | undefined> {
  const [row] = await db<{ name: string; isProved: boolean }>`
    select conname::text as name, convalidated as is_proved from pg_constraint
    where conrelid = ${`${table}_rest`}::regclass and conname ~ '^before_[0-9]{8}$'`;
  return row && { end: endOf(row.name), isProved: row.isProved };
}

/** Locks the partitions until the commit; rows can still be read and written. */
export async function lockPartitions(tx: Tx, { table }: Log): Promise<void> {
  await giveUpSoon(tx);
  await tx`lock table ${identifier(table)} in share update exclusive mode`;
}

/** From now on the rest only accepts rows before the end; existing rows are not checked yet. */
export async function announceEnd(tx: Tx, log: Log, end: Date): Promise<void> {
  await tx`
    alter table ${restOf(log)} add constraint ${identifier(boundaryName(end))}
    check (${identifier(log.column)} < ${boundOf(log, end)}) not valid`;
}

/**
 * Validates every row, without blocking writers.
 * @returns false if a row is after the end
 */
export async function validateEnd(db: Db, log: Log, end: Date): Promise<boolean> {
  try {
    await db`alter table ${restOf(log)} validate constraint ${identifier(boundaryName(end))}`;
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (error.code === CHECK_VIOLATION) return false;
    // Another process has validated it, and ended the rest.
    if (error.code === NO_SUCH_CONSTRAINT) return true;
    throw error;
  }
}

const CHECK_VIOLATION = '23514';
const NO_SUCH_CONSTRAINT = '42704';

export async function withdrawEnd(db: Db | Tx, log: Log, end: Date): Promise<void> {
  await db`
    alter table ${restOf(log)} drop constraint if exists ${identifier(boundaryName(end))}`;
}

/**
 * Turns the rest into a partition with an end, and creates a new rest. This blocks everybody, but
 * scans no rows, and gives up rather than wait for a lock.
 */
export async function splitRest(tx: Tx, log: Log, rest: Partition, end: Date): Promise<void> {
  const [table, ended, next] = [identifier(log.table), identifier(nameOf(log, end)), restOf(log)];
  const from = plainText(rest.from === null ? 'minvalue' : pg.escapeLiteral(rest.from));
  await tx`alter table ${table} detach partition ${next}`;
  await tx`alter table ${next} rename to ${ended}`;
  await tx`
    alter table ${table} attach partition ${ended} for values from (${from}) to (${boundOf(log, end)})`;
  await tx`alter table ${ended} drop constraint ${identifier(boundaryName(end))}`;
  await tx`
    create table ${next} (like ${table} including defaults including constraints including storage)`;
  await tx`
    alter table ${table} attach partition ${next} for values from (${boundOf(log, end)}) to (maxvalue)`;
}

/** Limits how long others can queue behind our lock request. */
async function giveUpSoon(tx: Tx): Promise<void> {
  await tx`set local lock_timeout = '200ms'`;
}

/**
 * Detaches a partition while the table is being read and written. Waits for current readers; if one
 * takes too long, the partition is left `isLeaving`.
 * @returns false if another process was faster
 */
export async function detachPartition(db: Db, log: Log, partition: Partition): Promise<boolean> {
  const how = partition.isLeaving ? sql`finalize` : sql`concurrently`;
  try {
    await db`
      alter table ${identifier(log.table)} detach partition ${identifier(partition.name)} ${how}`;
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && NO_SUCH_PARTITION.test(error.code ?? '')) return false;
    throw error;
  }
}

/** No such table; no longer a partition of this table; or being detached by another process. */
const NO_SUCH_PARTITION = /^(42P01|42P17|55000)$/;

/** Detached partitions that a crash or a reader has kept from being dropped. */
export async function listDetached(db: Db, { table }: Log): Promise<string[]> {
  const rows = await db<{ name: string }>`
    select relname::text as name from pg_class
    where relkind = 'r' and not relispartition
      and relnamespace = (select relnamespace from pg_class where oid = ${table}::regclass)
      and relname ~ ('^' || ${table} || '_before_[0-9]{8}$')`;
  return rows.map(({ name }) => name);
}

export async function dropDetached(db: Db, name: string): Promise<void> {
  await db.begin(async (tx) => {
    await giveUpSoon(tx);
    await tx`drop table if exists ${identifier(name)}`;
  });
}

const MAX_DELETED = 10_000;

/** Deletes a page of the rest's rows before this id. @returns whether there may be more */
export async function deleteFromRest(db: Db, log: Log, before: string): Promise<boolean> {
  // The rest has no index that begins with the id.
  const rows = await db`
    delete from ${restOf(log)} where ctid = any(array(
      select ctid from ${restOf(log)} where ${identifier(log.column)} < ${before}
      limit ${MAX_DELETED}))
    returning true`;
  return rows.length === MAX_DELETED;
}

function restOf({ table }: Log): Fragment {
  return identifier(`${table}_rest`);
}

/** PostgreSQL's grammar allows no parameter here. */
function boundOf({ prefix }: Log, at: Date): Fragment {
  return plainText(pg.escapeLiteral(firstIdAt(prefix, at)));
}
