import { createRoute, createRouter } from '@tanstack/react-router';
import { queryClient } from '../api/query.ts';
import {
  readOperatorAccountsSearch,
  readOperatorAlertsSearch,
  readOperatorAuditSearch,
} from '../operator/search.ts';
import { lazyPage } from './lazy-page.ts';
import { entryRoute, indexRoute, operatorRoute, rootRoute, shellRoute } from './root-routes.ts';
import { NotFound, RouteFailed, Started } from './route-states.tsx';
import { readSearch, writeSearch } from './search-text.ts';
import { tenantTree } from './tenant-routes.ts';

/** Where to go after signing in; `safeNext` decides whether it may be followed. */
function readNext(raw: Record<string, unknown>): { next?: string } {
  return typeof raw['next'] === 'string' ? { next: raw['next'] } : {};
}

const signIn = createRoute({
  getParentRoute: () => entryRoute,
  path: 'sign-in',
  validateSearch: readNext,
  component: lazyPage(() => import('../entry/sign-in.tsx'), 'SignIn'),
});

const signUp = createRoute({
  getParentRoute: () => entryRoute,
  path: 'sign-up',
  validateSearch: readNext,
  component: lazyPage(() => import('../entry/sign-up.tsx'), 'SignUp'),
});

const checkMail = createRoute({
  getParentRoute: () => entryRoute,
  path: 'check-mail',
  component: lazyPage(() => import('../entry/check-mail.tsx'), 'CheckMail'),
});

const confirmMail = createRoute({
  getParentRoute: () => entryRoute,
  path: 'confirm',
  component: lazyPage(() => import('../entry/confirm-mail.tsx'), 'ConfirmMail'),
});

const forgotPassword = createRoute({
  getParentRoute: () => entryRoute,
  path: 'forgot-password',
  component: lazyPage(() => import('../entry/forgot-password.tsx'), 'ForgotPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => entryRoute,
  path: 'reset-password',
  component: lazyPage(() => import('../entry/reset-password.tsx'), 'ResetPassword'),
});

const invitation = createRoute({
  getParentRoute: () => entryRoute,
  path: 'invitation',
  component: lazyPage(() => import('../entry/invitation.tsx'), 'Invitation'),
});

const user = createRoute({
  getParentRoute: () => shellRoute,
  path: 'user',
  component: lazyPage(() => import('../user/user.tsx'), 'User'),
});

const operatorAccounts = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'accounts',
  validateSearch: readOperatorAccountsSearch,
  component: lazyPage(() => import('../operator/accounts.tsx'), 'OperatorAccounts'),
});

const operatorAccount = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'accounts/$id',
  component: lazyPage(() => import('../operator/account.tsx'), 'OperatorAccount'),
});

const operatorQueues = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'queues',
  component: lazyPage(() => import('../operator/queues.tsx'), 'OperatorQueues'),
});

const operatorProvider = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'provider',
  component: lazyPage(() => import('../operator/provider.tsx'), 'OperatorProvider'),
});

const operatorReconciliation = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'reconciliation',
  component: lazyPage(() => import('../operator/reconciliation.tsx'), 'OperatorReconciliation'),
});

const operatorAlerts = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'alerts',
  validateSearch: readOperatorAlertsSearch,
  component: lazyPage(() => import('../operator/alerts.tsx'), 'OperatorAlerts'),
});

const operatorAudit = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'audit',
  validateSearch: readOperatorAuditSearch,
  component: lazyPage(() => import('../operator/audit.tsx'), 'OperatorAudit'),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  entryRoute.addChildren([
    signIn,
    signUp,
    checkMail,
    confirmMail,
    forgotPassword,
    resetPassword,
    invitation,
  ]),
  shellRoute.addChildren([
    user,
    operatorRoute.addChildren([
      operatorAccounts,
      operatorAccount,
      operatorQueues,
      operatorProvider,
      operatorReconciliation,
      operatorAlerts,
      operatorAudit,
    ]),
    tenantTree,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/app',
  context: { queryClient },
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: RouteFailed,
  InnerWrap: Started,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Why somebody who was signed in has to sign in again. */
    hasSessionEnded?: boolean;
  }
}
