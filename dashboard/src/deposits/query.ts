import type { QueryOf } from '../api/call.ts';
import { readPeriod, usualPeriod } from '../ui/period.ts';
import type { DepositsSearch } from './search.ts';

/** The list of what counts as a link's payments. */
export function paymentsOf(linkId: string): DepositsSearch {
  return { link: linkId, status: 'CONFIRMED' };
}

export function usualPeriodOf({ link, q }: DepositsSearch): string {
  return usualPeriod(q !== undefined || link !== undefined);
}

/** The query that the address stands for. */
export function queryOf(
  search: DepositsSearch,
  now: number,
): Omit<QueryOf<'listDeposits'>, 'cursor' | 'limit'> {
  const { status, origem, periodo, carteira, link, min, max, q } = search;
  const period = readPeriod(periodo ?? usualPeriodOf(search), now);
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
