import {
  onlineManager,
  QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiFailure } from './api-failure.ts';
import {
  callAny,
  type MaybeOptions,
  type OperationId,
  type Options,
  type PathOf,
  type QueryOf,
  type ResponseOf,
} from './call.ts';
import { useOneAct } from './use-one-act.ts';
import { type Tenant, useTenant } from './use-tenant.ts';

/** Only failures that may go away by themselves are retried automatically. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (!onlineManager.isOnline()) return false;
  const passing = error instanceof ApiFailure && (error.status === 0 || error.status >= 500);
  return passing && failures < 2;
}

/** Without a network nothing waits in silence, and no act runs after its dialog has gone. */
const networkMode = 'always';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode,
      retry: isWorthRetrying,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
    mutations: { networkMode, retry: false },
  },
});

/**
 * Old rows stay while new ones are loading, but never under another owner's name.
 * @param owner what the keys begin with: the account, and the mode where it matters
 */
export function keepOwn(owner: readonly string[]) {
  return <Data>(
    previous: Data | undefined,
    query: { queryKey: readonly unknown[] } | undefined,
  ): Data | undefined =>
    owner.every((part, at) => query?.queryKey[at] === part) ? previous : undefined;
}

/**
 * Reads again what has changed. What is being read for the first time is requested anew as well:
 * its response may be from before the change.
 */
export async function readAgain(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
}

export type TenantOperation = {
  [K in OperationId]: PathOf<K> extends Tenant ? K : never;
}[OperationId];

type Rest<K extends OperationId> = Omit<PathOf<K>, keyof Tenant>;

/** The options of a call without account and mode, which come from the page's address. */
export type TenantOptions<K extends TenantOperation> = Options<K, Rest<K>>;

function callFor<K extends TenantOperation>(
  tenant: Tenant,
  operationId: K,
  options: { path?: object | undefined } | undefined,
): Promise<ResponseOf<K>> {
  // Tenant and the rest of the path together are the path that the operation requires.
  return callAny(operationId, { ...options, path: { ...options?.path, ...tenant } });
}

/** `const wallet = useTenantCall(); await wallet('deleteWallet', { path: { id } })`. */
export function useTenantCall() {
  const { accountId, mode } = useTenant();
  return useCallback(
    <K extends TenantOperation>(operationId: K, ...[options]: MaybeOptions<TenantOptions<K>>) =>
      callFor<K>({ accountId, mode }, operationId, options),
    [accountId, mode],
  );
}

interface ReadOptions<K extends TenantOperation> {
  path?: Rest<K>;
  query?: QueryOf<K>;
  /** Poll at this interval while the page is visible. */
  everyMs?: number | undefined;
  enabled?: boolean;
}

/** A read in the present account and mode. */
export function useTenantQuery<K extends TenantOperation>(
  operationId: K,
  options: ReadOptions<K> = {},
) {
  return useQuery(tenantQuery(useTenant(), operationId, options));
}

export function tenantQuery<K extends TenantOperation>(
  tenant: Tenant,
  operationId: K,
  { path, query, everyMs, enabled = true }: ReadOptions<K> = {},
) {
  return queryOptions({
    queryKey: [tenant.accountId, tenant.mode, operationId, path ?? {}, query ?? {}],
    queryFn: ({ signal }) => callFor<K>(tenant, operationId, { path, query, signal } as object),
    placeholderData: keepOwn([tenant.accountId, tenant.mode]),
    refetchInterval: everyMs ?? false,
    enabled,
  });
}

/** Reads these operations again, after something of theirs has changed. */
export function useRefresh() {
  const client = useQueryClient();
  const { accountId, mode } = useTenant();
  return useCallback(
    async (...operations: TenantOperation[]) => {
      const keys = operations.map((operation) => [accountId, mode, operation]);
      await Promise.all(keys.map((key) => readAgain(client, key)));
    },
    [client, accountId, mode],
  );
}

/** An act by the user in the present account and mode; what it affects is read again. */
export function useAct<Input, Result>(
  act: (input: Input) => Promise<Result>,
  refreshes: TenantOperation[] = [],
) {
  const refresh = useRefresh();
  return useOneAct(act, () => refresh(...refreshes));
}
