import type { App } from '../app.ts';
import { type EnvironmentId, type Id, newId, type UserId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { Position } from '../platform/page.ts';
import { sql } from '../platform/sql.ts';
import type { ReversalKind } from './reversal.ts';
import { openReversal, type Reversal, REVERSAL } from './store.ts';

/** A reversal with what its members did with it. */
export interface MemberReversal extends Reversal {
  readonly seenAt: Date | null;
}

const SHOWN = sql`select ${REVERSAL}, seen_at from reversals`;

/** Newest first, one row more than the limit. */
export async function listMemberReversals(
  app: App,
  environmentId: EnvironmentId,
  { kind, isSeen }: { readonly kind: ReversalKind | null; readonly isSeen: boolean | null },
  after: Position | undefined,
  limit: number,
): Promise<MemberReversal[]> {
  const columns = [
    ['environment_id', environmentId],
    ['kind', kind],
  ] as const;
  const seen = isSeen === true ? sql`and seen_at is not null` : sql`and seen_at is null`;
  const condition = isSeen === null ? sql`` : seen;
  const rows = await app.db<MemberReversal>`
    ${SHOWN} ${newest(columns, indexRangeOf(after), limit + 1, condition)}`;
  return rows.map((row) => openReversal(app, row));
}

export async function findReversal(
  app: App,
  environmentId: EnvironmentId,
  id: Id<'med'>,
): Promise<MemberReversal | undefined> {
  const [row] = await app.db<MemberReversal>`
    ${SHOWN} where environment_id = ${environmentId} and id = ${id}`;
  return row && openReversal(app, row);
}

/** The reversal as it then is; undefined if there is none. The time it was first seen stays. */
export async function markSeen(
  app: App,
  environmentId: EnvironmentId,
  id: Id<'med'>,
  isSeen: boolean,
): Promise<MemberReversal | undefined> {
  const [row] = await app.db<MemberReversal>`
    update reversals set seen_at = case when ${isSeen}::boolean then coalesce(seen_at, now()) end
    where environment_id = ${environmentId} and id = ${id}
    returning ${REVERSAL}, seen_at`;
  return row && openReversal(app, row);
}

/** Nobody needs an exact number beyond this. */
const MAX_COUNTED = 1_000;

export async function countUnseen(
  db: Db,
  environmentId: EnvironmentId,
): Promise<Record<ReversalKind, number>> {
  const [row] = await db<Record<ReversalKind, number>>`
    select (${unseen(environmentId, 'med')}) as med, (${unseen(environmentId, 'estorno')}) as estorno`;
  return row ?? { med: 0, estorno: 0 };
}

function unseen(environmentId: EnvironmentId, kind: ReversalKind) {
  return sql`
    select count(*) from (
      select from reversals
      where environment_id = ${environmentId} and kind = ${kind} and seen_at is null
      limit ${MAX_COUNTED}
    ) as few`;
}

const TEXT = 'reversal_notes.text';
const MAX_SHOWN = 20;

export interface Note {
  readonly id: Id<'nte'>;
  readonly text: string;
  /** The author's e-mail address. */
  readonly writtenBy: string | null;
  readonly createdAt: Date;
}

export async function insertNote(
  app: App,
  note: {
    readonly environmentId: EnvironmentId;
    readonly reversalId: string;
    readonly writtenBy: UserId;
    readonly text: string;
  },
): Promise<Omit<Note, 'writtenBy'>> {
  const id = newId('nte');
  const [row] = await app.db<{ createdAt: Date }>`
    insert into reversal_notes (environment_id, id, reversal_id, written_by, text)
    values (${note.environmentId}, ${id}, ${note.reversalId}, ${note.writtenBy},
      ${app.vault.seal(TEXT, note.text)})
    returning created_at`;
  if (!row) throw new Error('an insert returned no row');
  return { id, text: note.text, createdAt: row.createdAt };
}

/** The newest notes of each of these reversals, newest first. */
export async function listNotes(
  app: App,
  environmentId: EnvironmentId,
  ids: readonly string[],
): Promise<Map<string, Note[]>> {
  if (ids.length === 0) return new Map();
  const rows = await app.db<Note & { reversalId: string }>`
    select n.reversal_id, n.id, n.text, u.email as written_by, n.created_at
    from unnest(${ids}::text[]) as wanted
    cross join lateral (
      select * from reversal_notes
      where environment_id = ${environmentId} and reversal_id = wanted
      order by created_at desc, id desc limit ${MAX_SHOWN}
    ) n
    left join users u on u.id = n.written_by
    order by n.created_at desc, n.id desc`;
  const opened = rows.map((row) => ({ ...row, text: app.vault.open(TEXT, row.text) }));
  return Map.groupBy(opened, ({ reversalId }) => reversalId);
}
