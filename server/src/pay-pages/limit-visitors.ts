import type { Rate } from '../accounts/environment.ts';
import { openLimiter } from '../api-keys/rate-limit.ts';
import { ApiError } from '../errors.ts';
import { networkOf } from '../platform/client-network.ts';
import type { Http } from '../platform/http.ts';

interface VisitorRates {
  readonly views: Rate;
  readonly orders: Rate;
}

/** Limits requests per network to these routes, before anything is looked up. */
export function limitVisitors(http: Http, { views, orders }: VisitorRates): void {
  const limit = openLimiter();
  http.addHook('onRequest', async ({ method, ip }) => {
    const isView = method === 'GET' || method === 'HEAD';
    const name = `${isView ? 'view' : 'order'} ${networkOf(ip)}`;
    const { retryAfterSeconds } = limit(name, isView ? views : orders);
    if (retryAfterSeconds !== undefined) throw new ApiError('rate_limited', { retryAfterSeconds });
  });
}
