import { Type } from 'typebox';
import type { Rate } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import {
  type Checkout,
  CHECKOUT_STATES,
  type CheckoutState,
  isSettled,
  stateOf,
} from '../checkouts/checkout.ts';
import { findStanding } from '../checkouts/store.ts';
import { type CheckoutWatch, watchCheckouts } from '../checkouts/watch-checkouts.ts';
import { ApiError } from '../errors.ts';
import { networkOf } from '../platform/client-network.ts';
import type { Http } from '../platform/http.ts';
import { OneOf } from '../platform/schema.ts';
import { allowNames, type PagePlace } from './html/addresses.ts';
import { limitVisitors } from './limit-visitors.ts';
import { openStreams, type StreamLimits, type Streams } from './open-streams.ts';

/** For the pages' script; not part of the API. */
const SCHEMA = {
  hide: true,
  params: Type.Object({ slug: Type.String(), token: Type.String() }),
} as const;
/** If the provider was not called after all, there is only the form to show. */
const FORM = 'form' as const;
const State = Type.Object({ state: OneOf([...CHECKOUT_STATES, FORM]) });

/** Enough for all pages that one network may have open, each asking every five seconds. */
const LOOKS: Rate = { perSecond: 500, burst: 5_000 };
type LiveLimits = StreamLimits & { readonly looks?: Rate };

/**
 * How a payer's page learns of changes: by a stream, or by polling.
 * @param http has no other routes, since all of these count visitors in the same way
 */
export function registerLiveRoutes(
  http: Http,
  app: App,
  { looks = LOOKS, ...limits }: LiveLimits = {},
  watch: CheckoutWatch = watchCheckouts(app),
): void {
  const streams = openStreams(limits);
  http.addHook('preClose', async () => {
    streams.endAll();
    await watch.close();
  });

  limitVisitors(http, { views: looks, orders: looks });
  registerStatus(http, app);
  registerEvents(http, app, streams, watch);
}

function registerStatus(http: Http, app: App): void {
  http.get(
    '/pay/:slug/:token/status',
    { schema: { ...SCHEMA, response: { 200: State } } },
    async (request) => {
      const { state } = await getStanding(app, request.params);
      return { state: state ?? FORM };
    },
  );
}

function registerEvents(http: Http, app: App, streams: Streams, watch: CheckoutWatch): void {
  http.get(
    '/pay/:slug/:token/events',
    {
      // A HEAD route for a stream would never end.
      exposeHeadRoute: false,
      schema: SCHEMA,
    },
    async (request, reply) => {
      const network = networkOf(request.ip);
      streams.admit(network);
      const { checkout, state } = await getStanding(app, request.params);
      // The browser has already received this final state; 204 tells it not to reconnect.
      if (isOver(state) && request.headers['last-event-id'] === (state ?? FORM)) {
        return reply.code(204).send();
      }
      // Others may have connected meanwhile.
      streams.admit(network);
      const stream = streams.open(reply, network, () => unsubscribe());
      const unsubscribe = watch.watch(checkout, (now) => {
        stream.send('state', now ?? FORM);
        if (isOver(now)) stream.end();
      });
      return reply;
    },
  );
}

function isOver(state: CheckoutState | undefined): boolean {
  return state === undefined || isSettled(state);
}

/** @throws ApiError not_found unless there is such a page */
async function getStanding(
  app: App,
  { slug, token }: PagePlace,
): Promise<{ checkout: Checkout; state: CheckoutState | undefined }> {
  allowNames({ slug, token });
  const found = await findStanding(app.db, slug, token);
  if (!found) throw new ApiError('not_found');
  const { environmentId, linkId, depositId } = found;
  const checkout = { environmentId, linkId, depositId, token };
  return { checkout, state: stateOf(found) };
}
