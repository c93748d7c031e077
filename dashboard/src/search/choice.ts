import type { LinkProps } from '@tanstack/react-router';
import type { SearchHits } from '../api/operations.ts';
import type { Tenant } from '../api/use-tenant.ts';
import type { IconName } from '../ui/icons.tsx';

export type Hit = SearchHits['data'][number];

/** One line of the results, and where it leads. */
export interface Choice {
  readonly id: string;
  readonly kind: Hit['kind'] | 'page';
  readonly title: string;
  readonly icon: IconName;
  readonly link: LinkProps;
  readonly hit?: Hit;
}

const ICONS: Record<Hit['kind'], IconName> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  link: 'link',
  wallet: 'wallet',
  delivery: 'webhook',
  request: 'log',
};

function linkOf({ kind, id }: Hit, tenant: Tenant): LinkProps {
  const params = { ...tenant, id };
  switch (kind) {
    case 'deposit':
      return { to: '/$accountId/$mode/deposits/$id', params };
    case 'withdrawal':
      return { to: '/$accountId/$mode/withdrawals/$id', params };
    case 'link':
      return { to: '/$accountId/$mode/links', params: tenant, search: { link: id } };
    case 'wallet':
      return { to: '/$accountId/$mode/wallets', params: tenant };
    case 'delivery':
      return { to: '/$accountId/$mode/webhooks/deliveries/$id', params };
    case 'request':
      return { to: '/$accountId/$mode/requests/$id', params };
  }
}

export function choiceOf(hit: Hit, tenant: Tenant): Choice {
  const { kind, id, title } = hit;
  return { id, kind, title, icon: ICONS[kind], link: linkOf(hit, tenant), hit };
}

/** Groups lines by kind, in the order in which the kinds first occur. */
export function groupsOf(choices: readonly Choice[]): (readonly [Choice['kind'], Choice[]])[] {
  const kinds = new Set(choices.map(({ kind }) => kind));
  return [...kinds].map((kind) => [kind, choices.filter((choice) => choice.kind === kind)]);
}
