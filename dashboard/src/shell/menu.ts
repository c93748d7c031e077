import type { IconName } from '../ui/icons.tsx';

export interface Entry {
  readonly name: string;
  readonly icon: IconName;
  /** The permission it requires; without one an entry is for every member. */
  readonly needs?: string;
  readonly testOnly?: boolean;
}

interface Group {
  readonly title?: 'charges' | 'developers';
  readonly entries: readonly Entry[];
}

export const FOR_DEVELOPERS = [
  { name: 'keys', icon: 'key', needs: 'see keys:manage' },
  { name: 'webhooks', icon: 'webhook', needs: 'see webhook:manage' },
  { name: 'requests', icon: 'log', needs: 'see requests:read' },
  { name: 'simulator', icon: 'play', needs: 'deposit:create', testOnly: true },
] as const satisfies readonly Entry[];

export const MENU = [
  { entries: [{ name: 'home', icon: 'home' }] },
  {
    title: 'charges',
    entries: [
      { name: 'deposits', icon: 'deposit', needs: 'see read:transactions' },
      { name: 'links', icon: 'link', needs: 'see links:manage' },
    ],
  },
  {
    entries: [
      { name: 'withdrawals', icon: 'withdrawal', needs: 'see read:transactions' },
      { name: 'withdrawal-requests', icon: 'sparkle', needs: 'see read:transactions' },
      { name: 'transactions', icon: 'list', needs: 'see read:transactions' },
      { name: 'reconciliations', icon: 'swap', needs: 'see read:transactions' },
      { name: 'alerts', icon: 'alert', needs: 'see read:transactions' },
      { name: 'wallets', icon: 'wallet', needs: 'see wallets:read' },
    ],
  },
  { title: 'developers', entries: FOR_DEVELOPERS },
  {
    entries: [
      { name: 'fees', icon: 'percent' },
      { name: 'settings', icon: 'settings' },
    ],
  },
] as const satisfies readonly Group[];

export const OPERATOR_MENU = [
  { name: 'accounts', icon: 'users' },
  { name: 'queues', icon: 'send' },
  { name: 'provider', icon: 'bank' },
  { name: 'reconciliation', icon: 'swap' },
  { name: 'alerts', icon: 'alert' },
  { name: 'audit', icon: 'shield' },
] as const satisfies readonly Entry[];

/** Whether somebody who may do this sees the entry in this mode. */
export function isShown(
  { needs, testOnly = false }: Entry,
  mode: string,
  may: (permission: string) => boolean,
): boolean {
  return (needs === undefined || may(needs)) && !(testOnly && mode === 'live');
}

type Section = (typeof MENU)[number]['entries'][number]['name'];

/** Every section of an account and mode, in the order of the menu. */
export const SECTIONS: readonly Section[] = MENU.flatMap(({ entries }) =>
  entries.map(({ name }: { name: Section }) => name),
);
