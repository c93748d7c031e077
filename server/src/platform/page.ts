/** One page of a list, newest first. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; null on the last page. */
  readonly nextCursor: string | null;
}

/** Where a page begins: after this row, in the list's own order. */
export interface Position {
  readonly at: Date;
  readonly id: string;
}

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

/**
 * Cuts one more row than asked for into a page. Keyset, not offset: rows that arrive while a client
 * pages stand before the first page and move nothing.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? writeCursor(positionOf(last)) : null;
  return { items: shown.map(itemOf), nextCursor };
}

function writeCursor(position: Position): string {
  return Buffer.from(`${String(position.at.getTime())} ${position.id}`).toString('base64url');
}

/** @returns undefined when the text is not a cursor of ours. */
export function readCursor(text: string): Position | undefined {
  if (!/^[A-Za-z0-9_-]{1,120}$/.test(text)) return undefined;
  const [, ms, id] =
    /^(\d{1,15}) ([a-z]{3}_[0-9a-z]{26})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (ms === undefined || id === undefined) return undefined;
  const at = new Date(Number(ms));
  return Number.isNaN(at.getTime()) ? undefined : { at, id };
}
