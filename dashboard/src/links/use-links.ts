import type { PaymentLink } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import type { ListState } from '../ui/list-state.ts';
import { useTenantList } from '../ui/use-tenant-list.ts';

interface Sought {
  /** The link that somebody is looking for. */
  readonly link?: string | undefined;
  readonly cursor?: string | undefined;
}

/** A page of the list; a sought link that is further down stands above the first page. */
export function useLinks({ link: id, cursor }: Sought): ListState<PaymentLink> {
  const list = useTenantList('listPaymentLinks');
  const isElsewhere =
    id !== undefined && cursor === undefined && list.rows?.every((row) => row.id !== id) === true;
  const { data: sought, error } = useTenantQuery('readPaymentLink', {
    path: { id: id ?? '' },
    enabled: isElsewhere,
  });
  // The query keeps its data after the link was deleted.
  const isShown = isElsewhere && sought?.id === id && error === null;
  return isShown ? { ...list, rows: [sought, ...(list.rows ?? [])] } : list;
}
