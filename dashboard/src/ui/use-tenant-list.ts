import { useSearch } from '@tanstack/react-router';
import type { QueryOf, ResponseOf } from '../api/call.ts';
import { type TenantOperation, type TenantOptions, useTenantQuery } from '../api/query.ts';
import type { ListState } from './list.tsx';

type ListOperation = {
  [K in TenantOperation]: ResponseOf<K> extends { data: unknown[] } ? K : never;
}[TenantOperation];

type RowOf<K extends ListOperation> =
  ResponseOf<K> extends { data: (infer Row)[]; nextCursor: string | null } ? Row : never;

interface Options<K extends ListOperation> {
  query?: Omit<QueryOf<K>, 'cursor'>;
  path?: TenantOptions<K>['path'];
  everyMs?: number;
}

/** A list whose page is told by the address. */
export function useTenantList<K extends ListOperation>(
  operationId: K,
  { query, path, everyMs }: Options<K> = {},
): ListState<RowOf<K>> {
  const { cursor } = useSearch({ strict: false });
  // A list's query has a cursor, and the rest is what was given.
  const options = { path, everyMs, query: { ...query, cursor } } as object;
  const { data, error, isPlaceholderData, isFetching, refetch } = useTenantQuery(
    operationId,
    options,
  );
  // Each list operation answers so; the compiler cannot see it through a type parameter.
  const page = data as { data: RowOf<K>[]; nextCursor: string | null } | undefined;
  return {
    rows: page?.data,
    nextCursor: page?.nextCursor ?? null,
    isStale: isPlaceholderData || (isFetching && error !== null),
    error,
    retry: () => void refetch(),
  };
}
