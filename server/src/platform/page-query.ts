import { ApiError } from '../errors.ts';
import { DEFAULT_LIMIT, type Position, readCursor } from './page.ts';

export interface PageRequest {
  readonly limit: number;
  readonly after: Position | undefined;
}

/** @throws ApiError invalid_request when the cursor is not one of ours */
export function readPage(query: {
  limit?: string | undefined;
  cursor?: string | undefined;
}): PageRequest {
  const limit = query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit);
  if (query.cursor === undefined) return { limit, after: undefined };
  const after = readCursor(query.cursor);
  if (!after) {
    throw new ApiError('invalid_request', {
      text: {
        pt: 'O cursor é inválido. Use o nextCursor da página anterior.',
        en: 'The cursor is not valid. Use nextCursor of the page before.',
      },
    });
  }
  return { limit, after };
}
