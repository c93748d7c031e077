import type { Db, Tx } from '../platform/db.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { Position } from '../platform/page.ts';
import { sql } from '../platform/sql.ts';
import type { ChainedEntry, Entry } from './audit.ts';

export interface Head {
  readonly sequence: number;
  readonly hash: Buffer;
}

/** Takes the next place in the log, and locks it until the transaction ends. */
export async function takePlace(tx: Tx): Promise<Head & { readonly createdAt: Date }> {
  const [place] = await tx<Head & { createdAt: Date }>`
    update audit_head set sequence = sequence + 1,
      -- Even if the clock was set back, a later entry must not look earlier.
      created_at = greatest(created_at, clock_timestamp()::timestamptz(3))
    returning sequence, hash, created_at`;
  if (!place) throw new Error('the audit log has no head');
  return place;
}

/** One statement, so that head and entry change together. */
export async function appendEntry(tx: Tx, entry: ChainedEntry): Promise<void> {
  await tx`
    with added as (
      insert into audit_entries (sequence, id, created_at, actor_kind, actor_id, actor_label,
        account_id, mode, action, subject, reason, details, address, previous_hash, hash)
      values (${entry.sequence}, ${entry.id}, ${entry.createdAt}, ${entry.actorKind},
        ${entry.actorId}, ${entry.actorLabel}, ${entry.accountId}, ${entry.mode}, ${entry.action},
        ${entry.subject}, ${entry.reason}, ${JSON.stringify(entry.details)}::jsonb,
        ${entry.address}, ${entry.previousHash}, ${entry.hash})
      returning hash
    )
    update audit_head set hash = added.hash from added`;
}

export async function readHead(db: Db): Promise<Head> {
  const [head] = await db<Head>`select sequence, hash from audit_head`;
  if (!head) throw new Error('the audit log has no head');
  return head;
}

const COLUMNS = sql`sequence, id, created_at, actor_kind, actor_id, actor_label, account_id, mode,
  action, subject, reason, details, address, previous_hash, hash`;

/** Entries after one number and up to another, in order. */
export async function listChain(
  db: Db,
  after: number,
  last: number,
  limit: number,
): Promise<ChainedEntry[]> {
  return db<ChainedEntry>`
    select ${COLUMNS} from audit_entries where sequence > ${after} and sequence <= ${last}
    order by sequence limit ${limit}`;
}

export type EntryFilter = readonly (readonly [column: FilterColumn, value: string])[];
type FilterColumn = 'account_id' | 'actor_id' | 'actor_kind' | 'actor_label' | 'action' | 'subject';

/** Newest first, one row more than the limit. */
export async function listEntries(
  db: Db,
  filter: EntryFilter,
  after: Position | undefined,
  limit: number,
): Promise<(Entry & { readonly hash: Buffer })[]> {
  return db<Entry & { hash: Buffer }>`
    select ${COLUMNS} from audit_entries ${newest(filter, indexRangeOf(after), limit + 1)}`;
}

export async function hasLabel(db: Db, label: string): Promise<boolean> {
  const rows = await db`select from audit_entries where actor_label = ${label} limit 1`;
  return rows.length > 0;
}

export async function hasHash(db: Db, hash: Buffer): Promise<boolean> {
  const rows = await db`select from audit_entries where hash = ${hash}`;
  return rows.length > 0;
}

/** One statement, so that an entry that is just being added is not mistaken for one. */
export async function hasEntryBehindHead(db: Db): Promise<boolean> {
  const rows = await db`
    select from audit_entries where sequence > (select sequence from audit_head) limit 1`;
  return rows.length > 0;
}
