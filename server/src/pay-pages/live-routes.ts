import { type Static, Type } from 'typebox';
import type { Rate } from '../accounts/environment.ts';
import { openLimiter } from '../api-keys/rate-limit.ts';
import type { App } from '../app.ts';
import {
  type Checkout,
  CHECKOUT_STATES,
  type CheckoutState,
  isSettled,
  stateOf,
} from '../checkouts/checkout.ts';
import { addressOf } from '../checkouts/payer-address.ts';
import { findStanding } from '../checkouts/store.ts';
import { type CheckoutWatch, watchCheckouts } from '../checkouts/watch-checkouts.ts';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { OneOf } from '../platform/schema.ts';
import { openStreams, type StreamLimits, type Streams } from './open-streams.ts';

const Page = Type.Object({
  slug: Type.String({ description: "The link's public name.", examples: ['bcdf2345ghjk67'] }),
  token: Type.String({
    description: "The name of the payer's own page.",
    examples: ['0AbCdEfGhIjKlMnOpQrStU'],
  }),
});
const State = Type.Object({
  state: OneOf(CHECKOUT_STATES, { description: 'What the page says.', examples: ['waiting'] }),
});

const OPEN = "Whoever has a page's address may know its state.";

/** As many as the pages of one address make that all ask every five seconds. */
const LOOKS: Rate = { perSecond: 500, burst: 5_000 };
type LiveLimits = StreamLimits & { readonly looks?: Rate };

/**
 * How a payer's page learns that something happened: told at once, or asked for.
 * @param http whose routes are these alone, since all of them count their visitors in one way
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

  limitLooks(http, looks);
  registerStatus(http, app);
  registerEvents(http, app, streams, watch);
}

function limitLooks(http: Http, looks: Rate): void {
  const limit = openLimiter();
  http.addHook('onRequest', async ({ ip }) => {
    const { retryAfterSeconds } = limit(addressOf(ip), looks);
    if (retryAfterSeconds !== undefined) throw new ApiError('rate_limited', { retryAfterSeconds });
  });
}

function registerStatus(http: Http, app: App): void {
  http.get(
    '/pay/:slug/:token/status',
    {
      config: { open: OPEN },
      schema: {
        hide: true,
        operationId: 'getPageStatus',
        summary: "Read the state of a payer's page",
        description: 'Tells the state and nothing else, for pages that cannot be told of changes.',
        tags: ['Pages'],
        params: Page,
        response: { 200: State },
      },
    },
    async (request) => {
      const { state } = await getStanding(app, request.params);
      return { state };
    },
  );
}

function registerEvents(http: Http, app: App, streams: Streams, watch: CheckoutWatch): void {
  http.get(
    '/pay/:slug/:token/events',
    {
      // A stream without a body would never end.
      exposeHeadRoute: false,
      config: { open: OPEN, errors: ['rate_limited'] },
      schema: {
        hide: true,
        operationId: 'followPage',
        summary: "Follow the state of a payer's page",
        description: 'A stream of events that tells the state at first and whenever it changes.',
        tags: ['Pages'],
        params: Page,
        produces: ['text/event-stream'],
      },
    },
    async (request, reply) => {
      const address = addressOf(request.ip);
      streams.admit(address);
      const { checkout, state } = await getStanding(app, request.params);
      // Told before, and the last word: by this a browser knows that it need not come back.
      if (isSettled(state) && request.headers['last-event-id'] === state) {
        return reply.code(204).send();
      }
      // Others may have come meanwhile.
      streams.admit(address);
      if (reply.raw.destroyed) return reply.hijack();
      const stream = streams.open(reply, address, () => callOff());
      const callOff = watch.watch(checkout, (now) => {
        stream.send('state', now);
        if (isSettled(now)) stream.end();
      });
      return reply;
    },
  );
}

/** @throws ApiError not_found unless there is such a page, and something to tell on it */
async function getStanding(
  app: App,
  { slug, token }: Static<typeof Page>,
): Promise<{ checkout: Checkout; state: CheckoutState }> {
  // Others name nothing, and some characters cannot even be asked for.
  const isName = /^[0-9a-z]+$/.test(slug) && /^[0-9A-Za-z]{22}$/.test(token);
  const found = isName ? await findStanding(app.db, slug, token) : undefined;
  const state = found && stateOf(found);
  if (!state) throw new ApiError('not_found');
  const { environmentId, linkId, depositId } = found;
  return { checkout: { environmentId, linkId, depositId, token }, state };
}
