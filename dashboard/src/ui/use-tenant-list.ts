import type { QueryOf } from '../api/call.ts';
import { type TenantOperation, type TenantOptions, useTenantQuery } from '../api/query.ts';
import { type ListingOf, type ListState, listStateOf, type RowOf, usePaged } from './list-state.ts';

interface Options<K extends TenantOperation> {
  query?: Omit<QueryOf<K>, 'cursor'>;
  path?: TenantOptions<K>['path'];
  everyMs?: number | undefined;
}

/** A list whose page comes from the address. */
export function useTenantList<K extends ListingOf<TenantOperation>>(
  operationId: K,
  { query, path, everyMs }: Options<K> = {},
): ListState<RowOf<K>> {
  // A list's query has a cursor; the rest is what was given.
  const options = { path, everyMs, query: usePaged(query, true) } as object;
  return listStateOf(useTenantQuery(operationId, options));
}
