import { useSearch } from '@tanstack/react-router';
import type { OperationId, ResponseOf } from '../api/call.ts';

/** What a list has to show. */
export interface ListState<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly nextCursor: string | null;
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The operations among these that return rows. */
export type ListingOf<Operation extends OperationId> = {
  [K in Operation]: ResponseOf<K> extends { data: unknown[] } ? K : never;
}[Operation];

export type RowOf<K extends OperationId> =
  ResponseOf<K> extends { data: (infer Row)[] } ? Row : never;

interface QueryResult {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Of a response that is there already. */
const READ = { error: null, refetch: () => undefined };

/** The list state of a query whose data has rows, and perhaps a next page. */
export function listStateOf<Row>(result: QueryResult): ListState<Row> {
  const { data, error, isPlaceholderData, isFetching, refetch } = result;
  // Every list operation returns this; the compiler cannot see it through a type parameter.
  const page = data as { data: Row[]; nextCursor?: string | null } | undefined;
  return {
    rows: page?.data,
    nextCursor: page?.nextCursor ?? null,
    isStale: isPlaceholderData || (isFetching && error !== null),
    error,
    retry: () => void refetch(),
  };
}

/** Rows that came with another response, in the form of a list. */
export function listOf<Row>(
  rows: readonly Row[] | undefined,
  { error, refetch }: Pick<QueryResult, 'error' | 'refetch'> = READ,
): ListState<Row> {
  return { rows, nextCursor: null, isStale: false, error, retry: () => void refetch() };
}

/** The same query, for the page that the address names. */
export function usePaged(query: object | undefined, isPaged: boolean): object {
  const { cursor } = useSearch({ strict: false });
  return { ...query, ...(isPaged && { cursor }) };
}
