import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { readLanguage, setLanguage } from '../words/language.ts';
import { call } from './call.ts';
import type { Mode, Tenant } from './use-tenant.ts';

const LAST = 'ponte.last';

/** Whose profile has set the language: only once, so that a later change here is kept. */
let speaker: string | undefined;

export const meQuery = queryOptions({
  queryKey: ['getMe'],
  queryFn: async ({ signal }) => {
    const me = await call('getMe', { signal });
    if (me.user.id !== speaker) setLanguage(readLanguage(me.user.language));
    speaker = me.user.id;
    return me;
  },
  staleTime: 15_000,
});

/** Who is signed in. Pages inside the shell are shown only once this is known. */
export function useMe() {
  return useSuspenseQuery(meQuery).data;
}

/** The user's membership in the page's account; undefined on pages without one. */
export function useMembership() {
  const { accountId } = useParams({ strict: false });
  return useMe().memberships.find((membership) => membership.accountId === accountId);
}

/** `wallets:read` lets somebody look, `wallets:write` change; the server checks again. */
export function useMay(): (permission: string) => boolean {
  const permissions = useMembership()?.permissions ?? [];
  return (permission) => permissions.includes(permission);
}

/** For this tab, and for new ones. */
export function rememberTenant({ accountId, mode }: Tenant): void {
  for (const storage of storages()) storage.setItem(LAST, `${accountId} ${mode}`);
}

/** A tab in test mode must not become one in live mode because another tab is. */
function storages(): readonly Storage[] {
  return [window.sessionStorage, window.localStorage];
}

/** The account and mode of last time, if the user still belongs to it. */
export function lastTenant(accountIds: string[]): Tenant | undefined {
  const [last = ''] = storages().flatMap((storage) => storage.getItem(LAST) ?? []);
  const [accountId, stored] = last.split(' ');
  const mode: Mode = stored === 'live' ? 'live' : 'test';
  if (accountId !== undefined && accountIds.includes(accountId)) return { accountId, mode };
  return accountIds[0] === undefined ? undefined : { accountId: accountIds[0], mode: 'test' };
}
