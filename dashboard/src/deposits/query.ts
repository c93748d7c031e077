import type { QueryOf } from '../api/call.ts';
import { readPeriod } from '../ui/period.ts';
import type { DepositsSearch } from './search.ts';

export const DEFAULT_PERIOD = '30d';

/** The list of what a link counts as its payments. */
export function paymentsOf(linkId: string): DepositsSearch {
  return { link: linkId, status: 'CONFIRMED' };
}

/** What the address asks the server for. Who looks for a name or a link looks at any time. */
export function queryOf(
  search: DepositsSearch,
  now: number,
): Omit<QueryOf<'listDeposits'>, 'cursor' | 'limit'> {
  const { status, origem, periodo, carteira, link, min, max, q } = search;
  const isAnyTime = periodo === undefined && (q !== undefined || link !== undefined);
  const period = isAnyTime ? undefined : readPeriod(periodo ?? DEFAULT_PERIOD, now);
  return {
    status,
    origin: origem,
    from: period?.from,
    to: period?.until,
    walletId: carteira,
    paymentLinkId: link,
    minCents: min,
    maxCents: max,
    q,
  };
}

/** Whether anything but the usual period was asked for. */
export function isFiltered(search: DepositsSearch): boolean {
  const { status, origem, periodo, carteira, link, min, max, q } = search;
  const filters = [status, origem, periodo, carteira, link, min, max, q];
  return filters.some((value) => value !== undefined);
}
