import type { CallOptions, Client } from './request.ts';

/** Every row of a list, page by page as they are needed: `for await (const row of list)`. */
export interface List<Row, Answered = Page<Row>> extends AsyncIterable<Row> {
  /** The one page that the query selects, as the API returns it. */
  page(): Promise<Answered>;
}

export interface Page<Row> {
  readonly data: readonly Row[];
  /** The cursor of the next page; null after the last. */
  readonly nextCursor: string | null;
}

export interface PageQuery {
  /** Rows per page, 1 to 100. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface Paging<Row, Answered> {
  readonly path: string;
  readonly query: { readonly limit?: number | undefined } | undefined;
  readonly rows: (page: Answered) => readonly Row[];
  /** What to add to the query for the next page; undefined after the last. */
  readonly next: (page: Answered) => object | undefined;
}

const MAX_ROWS = 100;

/** A list in the usual format: `data` and `nextCursor`. */
export function listOf<Row>(
  client: Client,
  path: string,
  query: PageQuery | undefined,
  options?: CallOptions,
): List<Row> {
  const paging = { path, query, rows: ({ data }: Page<Row>) => data, next: nextCursorOf };
  return pagesOf(client, paging, options);
}

export function pagesOf<Row, Answered>(
  { call }: Client,
  { path, query, rows, next }: Paging<Row, Answered>,
  options?: CallOptions,
): List<Row, Answered> {
  // An answer without rows is not from the gateway; the type says the rest.
  const isPage = (_status: number, body: unknown): boolean =>
    typeof body === 'object' && body !== null && Array.isArray(rows(body as Answered));
  const load = (pageQuery: object | undefined): Promise<Answered> =>
    call({ method: 'GET', path, query: pageQuery, isAnswer: isPage }, options);
  return {
    page: () => load(query),
    async *[Symbol.asyncIterator]() {
      let rest: object | undefined = {};
      while (rest) {
        const page = await load({ ...query, limit: query?.limit ?? MAX_ROWS, ...rest });
        yield* rows(page);
        rest = next(page);
      }
    },
  };
}

export function nextCursorOf({
  nextCursor,
}: {
  readonly nextCursor: unknown;
}): { cursor: string } | undefined {
  // Without its cursor, the first page would be loaded forever.
  return typeof nextCursor === 'string' ? { cursor: nextCursor } : undefined;
}
