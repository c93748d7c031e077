import { type Limiter, openLimiter } from '../api-keys/rate-limit.ts';
import { addressOf } from '../checkouts/payer-address.ts';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';

/** A mobile carrier puts thousands of phones behind one address. */
const VIEWS = { perSecond: 50, burst: 500 };
/** Each may cost several statements. How many codes there may be is counted apart. */
const ORDERS = { perSecond: 5, burst: 40 };

/** How often one address may ask for anything here, before anything is looked up. */
export function limitVisitors(http: Http, limit: Limiter = openLimiter()): void {
  http.addHook('onRequest', async ({ method, ip }) => {
    const isView = method === 'GET' || method === 'HEAD';
    const name = `${isView ? 'view' : 'order'} ${addressOf(ip)}`;
    const { retryAfterSeconds } = await limit(name, isView ? VIEWS : ORDERS);
    if (retryAfterSeconds !== undefined) throw new ApiError('rate_limited', { retryAfterSeconds });
  });
}
