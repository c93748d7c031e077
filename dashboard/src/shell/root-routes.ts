import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiFailure } from '../api/api-failure.ts';
import { lastTenant, meQuery, rememberTenant } from '../api/me.ts';
import { EntryFrame } from './entry-frame.tsx';
import { lazyPage } from './lazy-page.ts';
import { FailedAlone, NoAccount, NotFoundAlone } from './route-states.tsx';

interface Context {
  queryClient: QueryClient;
}

/** Who is signed in; without a session, redirects to the sign-in page. */
async function requireMe({ context, location }: { context: Context; location: { href: string } }) {
  try {
    // Slightly stale data is shown and refreshed in the background: a role may have changed.
    return await context.queryClient.ensureQueryData({ ...meQuery, revalidateIfStale: true });
  } catch (error) {
    if (!(error instanceof ApiFailure && error.status === 401)) throw error;
    throw redirect({ to: '/sign-in', search: { next: `/app${location.href}` } });
  }
}

export const rootRoute = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFoundAlone,
  errorComponent: FailedAlone,
});

export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: NoAccount,
  errorComponent: FailedAlone,
  beforeLoad: async (options) => {
    const me = await requireMe({ ...options, location: { href: '/' } });
    const params = lastTenant(me.memberships.map(({ accountId }) => accountId));
    if (params !== undefined) throw redirect({ to: '/$accountId/$mode/home', params });
  },
});

export const entryRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'entry',
  component: EntryFrame,
  errorComponent: FailedAlone,
});

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async (options) => {
    await requireMe(options);
  },
  component: lazyPage(() => import('./shell.tsx'), 'Shell'),
  errorComponent: FailedAlone,
});

export const operatorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'operator',
  beforeLoad: async (options) => {
    const me = await requireMe(options);
    if (!me.user.isOperator) throw notFound();
  },
});

export const tenantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$accountId/$mode',
  beforeLoad: async ({ params: { accountId, mode }, ...options }) => {
    const me = await requireMe(options);
    const isMember = me.memberships.some((membership) => membership.accountId === accountId);
    if (!isMember || (mode !== 'test' && mode !== 'live')) throw notFound();
    // A link that is merely hovered over is preloaded, too.
    if (!options.preload) rememberTenant({ accountId, mode });
  },
  component: Outlet,
  // What was opened or typed in one account and mode must never be sent to another.
  remountDeps: ({ params: { accountId, mode } }) => [accountId, mode],
});
