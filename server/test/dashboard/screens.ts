import type { Page } from 'playwright-core';
import type { FullShop } from './full-shop.ts';

/** A screen of the dashboard, and its address. */
export interface Screen {
  readonly name: string;
  /** Without one, nobody needs to be signed in. */
  readonly who?: 'member' | 'operator';
  readonly path: string;
  /** The same for a shop that has nothing yet; a detail does not exist then. */
  readonly emptyPath?: string;
  /** The data it loads, which can be kept from it. */
  readonly reads?: string;
  readonly act?: (page: Page) => Promise<void>;
}

const ENTRY = [
  'sign-in',
  'sign-up',
  'check-mail',
  'confirm',
  'forgot-password',
  'reset-password',
  'invitation',
];
const SECTIONS = [
  'home',
  'deposits',
  'links',
  'withdrawals',
  'withdrawal-requests',
  'transactions',
  'reconciliations',
  'alerts',
  'wallets',
  'keys',
  'webhooks',
  'requests',
  'simulator',
  'fees',
  'help',
  'settings/shop',
  'settings/team',
  'settings/audit',
];
const OPERATOR = ['accounts', 'queues', 'provider', 'reconciliation', 'alerts', 'audit'];
const OF_ACCOUNTS = '**/app/api/accounts/**';

/** Every screen there is. @param emptyShop the address of a shop that has nothing */
export function listScreens(full: FullShop, emptyShop: string): Screen[] {
  const { at, endpointId, deliveryId, requestId } = full;
  const member = (name: string, section: string, more: Partial<Screen> = {}): Screen => ({
    name,
    who: 'member',
    path: at(section),
    reads: OF_ACCOUNTS,
    ...more,
  });
  const press = (button: string) => async (page: Page) => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  };
  const newOne = { pt: 'Cadastrar carteira' };
  return [
    ...ENTRY.map((name) => ({ name, path: `/app/${name}` })),
    ...SECTIONS.map((section) =>
      member(section.replace('/', '-'), section, { emptyPath: `${emptyShop}/${section}` }),
    ),
    ...ofMoney(full).map(([name, section]) => member(name, section)),
    member('wallets-new', 'wallets', { act: press(newOne.pt) }),
    member('wallets-new-descriptor', 'wallets', {
      act: async (page) => {
        await press(newOne.pt)(page);
        await page.getByRole('radio', { name: 'Descritor da carteira' }).check();
      },
    }),
    member('keys-new', 'keys?nova=1'),
    member('keys-new-agent', 'keys?nova=1&para=agente'),
    member('keys-caps', 'keys', { act: press('Mudar os limites de Assistente') }),
    member('webhooks-deliveries', 'webhooks?aba=entregas'),
    member('webhooks-new', 'webhooks', { act: press('Adicionar endpoint') }),
    member('endpoint', `webhooks/${endpointId}`),
    member('delivery', `webhooks/deliveries/${deliveryId}`),
    member('request', `requests/${requestId}`),
    member('simulator-withdrawals', 'simulator?tipo=saques'),
    member('not-found', 'nothing-of-the-kind'),
    { name: 'user', who: 'member', path: '/app/user', reads: '**/app/api/{sessions,passkeys}*' },
    ...OPERATOR.map((section): Screen => ({
      name: `operator-${section}`,
      who: 'operator',
      path: `/app/operator/${section}`,
      reads: '**/app/api/operator/**',
    })),
    {
      name: 'operator-account',
      who: 'operator',
      path: `/app/operator/accounts/${full.merchant.accountId}`,
      reads: '**/app/api/operator/**',
    },
  ];
}

/** The screens of single deposits and withdrawals, each in a different state. */
function ofMoney(full: FullShop): [name: string, section: string][] {
  return [
    ['deposits-new', 'deposits?new=1'],
    ['deposit', `deposits/${full.depositId}`],
    ['deposit-open', `deposits/${full.pendingId}`],
    ['deposit-mismatch', `deposits/${full.mismatchId}`],
    ['deposit-hidden', `deposits/${full.hiddenId}`],
    ['withdrawals-new', 'withdrawals/new'],
    ['withdrawals-new-sending', `withdrawals/new?id=${full.withdrawalId}`],
    ['withdrawal', `withdrawals/${full.withdrawalId}`],
    ['withdrawal-short', `withdrawals/${full.shortId}`],
    ['withdrawal-request', `withdrawal-requests/${full.requestedId}`],
  ];
}
