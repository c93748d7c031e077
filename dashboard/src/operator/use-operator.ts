import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BodyOf,
  call,
  callAny,
  type OperationId,
  type PathOf,
  type QueryOf,
} from '../api/call.ts';
import { readAgain } from '../api/query.ts';
import { useOneAct } from '../api/use-one-act.ts';
import type { Mode } from '../api/use-tenant.ts';
import {
  type ListingOf,
  type ListState,
  listStateOf,
  type RowOf,
  usePaged,
} from '../ui/list-state.ts';

/** Operations of the installation, which belong to no account. */
type Reading = {
  [K in OperationId]: BodyOf<K> extends undefined
    ? Record<never, never> extends PathOf<K>
      ? K
      : never
    : never;
}[OperationId];

interface ReadOptions<K extends OperationId> {
  query?: QueryOf<K>;
  /** Poll at this interval while the page is visible. */
  everyMs?: number | undefined;
}

function keyOf(operationId: OperationId): readonly string[] {
  return ['operator', operationId];
}

export function useOperatorQuery<K extends Reading>(
  operationId: K,
  { query, everyMs }: ReadOptions<K> = {},
) {
  return useQuery({
    queryKey: [...keyOf(operationId), query ?? {}],
    // Such an operation takes nothing but a query.
    queryFn: ({ signal }) => callAny(operationId, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  });
}

/** Whether a provider is configured; assumed until it is known. */
export function useIsConfigured(mode: Mode): boolean {
  const { data } = useOperatorQuery('getProvider');
  const connection = data?.data.find(({ connection }) => connection === mode);
  return connection?.isConfigured ?? true;
}

export function useAnyAccount(id: string) {
  return useQuery({
    queryKey: [...keyOf('getAnyAccount'), id],
    queryFn: ({ signal }) => call('getAnyAccount', { path: { id }, signal }),
  });
}

/** A list whose page, if it has pages, comes from the address. */
export function useOperatorList<K extends ListingOf<Reading>>(
  operationId: K,
  { query, everyMs, isPaged = false }: ReadOptions<K> & { isPaged?: boolean },
): ListState<RowOf<K>> {
  // A list with pages has a cursor in its query; the rest is what was given.
  const whole = usePaged(query, isPaged) as QueryOf<K>;
  return listStateOf(useOperatorQuery<K>(operationId, { query: whole, everyMs }));
}

/** An act by an operator; everything that operators read is read again. */
export function useOperatorAct<Input, Result>(act: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useOneAct(act, () => readAgain(client, ['operator']));
}
