import { ApiError } from '../errors.ts';
import type { EnvironmentId, EventId, OrderId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { EventKind } from './event.ts';

export interface JournalEntry {
  readonly sequence: number;
  readonly id: EventId;
  readonly event: EventKind;
  readonly resourceId: OrderId;
  readonly body: string;
  readonly createdAt: Date;
}

export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  readonly nextAfter: number;
  /** The oldest number kept, or the next number if there is none yet. */
  readonly oldestSequence: number;
}

/**
 * The journal after a sequence number, oldest first, as far as it is numbered, and without gaps.
 * Without a number, it starts with the oldest event kept.
 * @throws ApiError events_expired if the events right after the number are no longer kept
 */
export async function listEvents(
  db: Db | Tx,
  environmentId: EnvironmentId,
  after: number | undefined,
  limit: number,
): Promise<JournalPage> {
  // One statement, so that nothing is deleted between reading the oldest number and the page.
  const rows = await db<{ oldest: number | null } & Nullable<JournalEntry>>`
    with journal as materialized (
      select coalesce(
        (select min(sequence) from events
          where environment_id = ${environmentId} and sequence is not null),
        (select last_sequence + 1 from journals where environment_id = ${environmentId})
      ) as oldest
    )
    select journal.oldest, e.sequence, e.id, e.event, e.resource_id, e.body, e.created_at
    from journal left join lateral (
      select sequence, id, kind as event, resource_id, body, created_at from events
      where environment_id = ${environmentId}
        -- Both ends of the range and the limit are hidden from the planner, even where they are
        -- literals: a custom plan then looks no cheaper than the generic one, which is kept, so
        -- nothing is planned again. No row that is asked for precedes the oldest.
        and sequence > greatest(${after}::bigint, journal.oldest - 1)
        and sequence <= ${Number.MAX_SAFE_INTEGER}::bigint
      order by sequence limit (select ${limit}::bigint)
    ) e on true
    order by e.sequence`;
  const oldestSequence = rows[0]?.oldest ?? 1;
  const start = after ?? oldestSequence - 1;
  if (start < oldestSequence - 1) throw new ApiError('events_expired');
  const entries = rows.filter(isEntry);
  const nextAfter = entries.at(-1)?.sequence ?? start;
  return { entries, nextAfter, oldestSequence };
}

type Nullable<Row> = { readonly [Column in keyof Row]: Row[Column] | null };

/** An empty page is one row that has only the oldest number. */
function isEntry<Row extends Nullable<JournalEntry>>(row: Row): row is Row & JournalEntry {
  return row.sequence !== null;
}
