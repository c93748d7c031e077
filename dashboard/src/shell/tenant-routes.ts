import { createRoute, redirect } from '@tanstack/react-router';
import { readReversalsSearch } from '../reversals/search.ts';
import { readDepositsSearch } from '../deposits/search.ts';
import { readHomeSearch } from '../home/search.ts';
import { readKeysSearch } from '../keys/search.ts';
import { readLinksSearch } from '../links/search.ts';
import { readReconciliationsSearch } from '../reconciliations/search.ts';
import { readRequestsSearch } from '../requests/search.ts';
import { readAuditSearch, readTeamSearch } from '../settings/search.ts';
import { readSimulatorSearch } from '../simulator/search.ts';
import { readTransactionsSearch } from '../transactions/search.ts';
import { readWalletsSearch } from '../wallets/search.ts';
import { readEndpointSearch, readWebhooksSearch } from '../webhooks/search.ts';
import { readRequestsSearch as readWithdrawalRequestsSearch } from '../withdrawal-requests/search.ts';
import { readNewWithdrawalSearch, readWithdrawalsSearch } from '../withdrawals/search.ts';
import { lazyPage } from './lazy-page.ts';
import { tenantRoute } from './root-routes.ts';

const home = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'home',
  validateSearch: readHomeSearch,
  component: lazyPage(() => import('../home/home.tsx'), 'Home'),
});

const transactions = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'transactions',
  validateSearch: readTransactionsSearch,
  component: lazyPage(() => import('../transactions/transactions.tsx'), 'Transactions'),
});

const reconciliations = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'reconciliations',
  validateSearch: readReconciliationsSearch,
  component: lazyPage(() => import('../reconciliations/reconciliations.tsx'), 'Reconciliations'),
});

const alerts = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'alerts',
  validateSearch: readReversalsSearch,
  component: lazyPage(() => import('../reversals/reversals.tsx'), 'Reversals'),
});

const wallets = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'wallets',
  validateSearch: readWalletsSearch,
  component: lazyPage(() => import('../wallets/wallets.tsx'), 'Wallets'),
});

const links = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'links',
  validateSearch: readLinksSearch,
  component: lazyPage(() => import('../links/links.tsx'), 'Links'),
});

const keys = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'keys',
  validateSearch: readKeysSearch,
  component: lazyPage(() => import('../keys/keys.tsx'), 'Keys'),
});

const requests = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'requests',
  validateSearch: readRequestsSearch,
  component: lazyPage(() => import('../requests/requests.tsx'), 'Requests'),
});

const simulator = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'simulator',
  validateSearch: readSimulatorSearch,
  component: lazyPage(() => import('../simulator/simulator.tsx'), 'Simulator'),
});

const fees = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'fees',
  component: lazyPage(() => import('../fees/fees.tsx'), 'Fees'),
});

const help = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'help',
  component: lazyPage(() => import('../help/help.tsx'), 'Help'),
});

const newWithdrawal = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'withdrawals/new',
  validateSearch: readNewWithdrawalSearch,
  component: lazyPage(() => import('../withdrawals/new-withdrawal.tsx'), 'NewWithdrawal'),
});

const endpoint = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'webhooks/$id',
  validateSearch: readEndpointSearch,
  component: lazyPage(() => import('../webhooks/endpoint.tsx'), 'Endpoint'),
});

const endpointDelivery = createRoute({
  getParentRoute: () => endpoint,
  path: 'deliveries/$deliveryId',
  component: lazyPage(() => import('../webhooks/delivery.tsx'), 'DeliveryDetail'),
});

const request = createRoute({
  getParentRoute: () => requests,
  path: '$id',
  component: lazyPage(() => import('../requests/request.tsx'), 'RequestDetail'),
});

const shop = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'settings/shop',
  component: lazyPage(() => import('../settings/shop.tsx'), 'Shop'),
});

const team = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'settings/team',
  validateSearch: readTeamSearch,
  component: lazyPage(() => import('../settings/team.tsx'), 'Team'),
});

const accountAudit = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'settings/audit',
  validateSearch: readAuditSearch,
  component: lazyPage(() => import('../settings/audit.tsx'), 'Audit'),
});

const deposits = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'deposits',
  validateSearch: readDepositsSearch,
  component: lazyPage(() => import('../deposits/deposits.tsx'), 'Deposits'),
});

const deposit = createRoute({
  getParentRoute: () => deposits,
  path: '$id',
  component: lazyPage(() => import('../deposits/deposit.tsx'), 'DepositDetail'),
});

const withdrawals = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'withdrawals',
  validateSearch: readWithdrawalsSearch,
  component: lazyPage(() => import('../withdrawals/withdrawals.tsx'), 'Withdrawals'),
});

const withdrawal = createRoute({
  getParentRoute: () => withdrawals,
  path: '$id',
  component: lazyPage(() => import('../withdrawals/withdrawal.tsx'), 'WithdrawalDetail'),
});

const withdrawalRequests = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'withdrawal-requests',
  validateSearch: readWithdrawalRequestsSearch,
  component: lazyPage(
    () => import('../withdrawal-requests/withdrawal-requests.tsx'),
    'WithdrawalRequests',
  ),
});

const withdrawalRequest = createRoute({
  getParentRoute: () => withdrawalRequests,
  path: '$id',
  component: lazyPage(
    () => import('../withdrawal-requests/withdrawal-request.tsx'),
    'WithdrawalRequest',
  ),
});

const webhooks = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'webhooks',
  validateSearch: readWebhooksSearch,
  component: lazyPage(() => import('../webhooks/webhooks.tsx'), 'Webhooks'),
});

const delivery = createRoute({
  getParentRoute: () => webhooks,
  path: 'deliveries/$id',
  component: lazyPage(() => import('../webhooks/delivery.tsx'), 'DeliveryDetail'),
});

const index = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$accountId/$mode/home', params });
  },
});

const settings = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'settings',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$accountId/$mode/settings/shop', params });
  },
});

/** Everything that belongs to one account and mode. A nested route is a drawer over its parent. */
export const tenantTree = tenantRoute.addChildren([
  index,
  settings,
  home,
  transactions,
  reconciliations,
  alerts,
  wallets,
  links,
  keys,
  requests.addChildren([request]),
  simulator,
  fees,
  help,
  newWithdrawal,
  endpoint.addChildren([endpointDelivery]),
  shop,
  team,
  accountAudit,
  deposits.addChildren([deposit]),
  withdrawals.addChildren([withdrawal]),
  withdrawalRequests.addChildren([withdrawalRequest]),
  webhooks.addChildren([delivery]),
]);
