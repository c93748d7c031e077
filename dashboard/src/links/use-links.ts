import type { PaymentLink } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import type { ListState } from '../ui/list-state.ts';
import { useTenantList } from '../ui/use-tenant-list.ts';

interface Sought {
  /** The one that somebody was looking for. */
  readonly link?: string | undefined;
  readonly cursor?: string | undefined;
}

/** A page of the list; above the first stands what was looked for and is further down. */
export function useLinks({ link: id, cursor }: Sought): ListState<PaymentLink> {
  const list = useTenantList('listPaymentLinks');
  const isElsewhere =
    id !== undefined && cursor === undefined && list.rows?.every((row) => row.id !== id) === true;
  const { data: sought, error } = useTenantQuery('readPaymentLink', {
    path: { id: id ?? '' },
    enabled: isElsewhere,
  });
  // What was read stays there of one that was deleted meanwhile.
  const isShown = isElsewhere && sought?.id === id && error === null;
  return isShown ? { ...list, rows: [sought, ...(list.rows ?? [])] } : list;
}
