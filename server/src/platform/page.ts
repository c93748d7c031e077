import { ApiError } from '../errors.ts';
import { type IdPrefix, parseId } from '../ids.ts';

/** One page of a list, newest first. */
export interface Page<Item> {
  readonly data: Item[];
  /** Opaque; null on the last page. */
  readonly nextCursor: string | null;
}

/** A page begins after this row, in the list's own order. */
export interface Position {
  readonly at: Date;
  readonly id: string;
}

export interface PageRequest {
  readonly limit: number;
  readonly after: Position | undefined;
}

/** The page size if the client does not give one. */
export const DEFAULT_LIMIT = 20;

/**
 * Reads `limit`, whose form the schema has validated, and `cursor`.
 * @param kinds the id prefixes of the list's rows
 * @throws ApiError invalid_request if the cursor is not from this list
 */
export function readPage(
  query: { limit?: string | undefined; cursor?: string | undefined },
  ...kinds: readonly IdPrefix[]
): PageRequest {
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  if (query.cursor === undefined) return { limit, after: undefined };
  const after = readCursor(query.cursor);
  if (after && kinds.some((kind) => parseId(kind, after.id))) return { limit, after };
  throw new ApiError('invalid_request', {
    text: {
      pt: 'O cursor é inválido. Use o nextCursor da página anterior.',
      en: 'The cursor is not valid. Use nextCursor of the previous page.',
    },
  });
}

/**
 * Makes a page of rows that were fetched with one more than the limit. Keyset, not offset: rows
 * that are added while a client pages come before the first page, and shift nothing.
 */
export function pageOf<Row extends { readonly createdAt: Date; readonly id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(itemOf),
    nextCursor: last && rows.length > limit ? writeCursor(last.createdAt, last.id) : null,
  };
}

/** The cursor of the page after this row. */
export function writeCursor(at: Date, id: string): string {
  return Buffer.from(`${String(at.getTime())} ${id}`).toString('base64url');
}

function readCursor(text: string): Position | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // The decoder ignores characters that are not base64url, and unused bits.
  if (bytes.toString('base64url') !== text) return undefined;
  const plain = bytes.toString();
  const [, ms, id] = /^(\d{1,15}) ([a-z]{3}_[0-9a-z]{26})$/.exec(plain) ?? [];
  if (ms === undefined || id === undefined) return undefined;
  const at = new Date(Number(ms));
  return Number.isNaN(at.getTime()) ? undefined : { at, id };
}
