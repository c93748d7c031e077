import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { callAny, type OperationId, type PathOf, type QueryOf } from '../api/call.ts';
import { meQuery } from '../api/me.ts';
import { keepOwn, readAgain } from '../api/query.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { useTenant } from '../api/use-tenant.ts';
import {
  type ListingOf,
  type ListState,
  listStateOf,
  type RowOf,
  usePaged,
} from '../ui/list-state.ts';

interface OfAccount {
  accountId: string;
}

/** Operations of an account that are the same in both modes. */
type AccountOperation = {
  [K in OperationId]: PathOf<K> extends OfAccount
    ? OfAccount extends PathOf<K>
      ? K
      : never
    : never;
}[OperationId];

export function useAccountQuery<K extends AccountOperation>(operationId: K, query?: QueryOf<K>) {
  return useQuery(accountQuery(useTenant().accountId, operationId, query));
}

export function accountQuery<K extends AccountOperation>(
  accountId: string,
  operationId: K,
  query?: QueryOf<K>,
) {
  return queryOptions({
    queryKey: [accountId, operationId, query ?? {}],
    // Such an operation takes nothing but account and query.
    queryFn: ({ signal }) => callAny(operationId, { path: { accountId }, query, signal }),
    placeholderData: keepOwn([accountId]),
  });
}

interface ListOptions<K extends AccountOperation> {
  query?: Omit<QueryOf<K>, 'cursor'>;
  /** Whether the page comes from the address. */
  isPaged?: boolean;
}

export function useAccountList<K extends ListingOf<AccountOperation>>(
  operationId: K,
  { query, isPaged = false }: ListOptions<K>,
): ListState<RowOf<K>> {
  // A list's query has a cursor; the rest is what was given.
  return listStateOf(useAccountQuery(operationId, usePaged(query, isPaged) as QueryOf<K>));
}

/** An act on the account; what it affects, and the user's membership, is read again. */
export function useAccountAct<Input, Result>(
  act: (accountId: string, input: Input) => Promise<Result>,
  refreshes: readonly AccountOperation[],
) {
  const client = useQueryClient();
  const { accountId } = useTenant();
  const keys = [meQuery.queryKey, ...refreshes.map((operation) => [accountId, operation])];
  return useOneAct(
    (input: Input) => act(accountId, input),
    () => Promise.all(keys.map((queryKey) => readAgain(client, queryKey))),
  );
}
