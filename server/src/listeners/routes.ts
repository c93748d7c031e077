import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { getId } from '../platform/get-id.ts';
import { onHalfClosed } from '../platform/hijack-reply.ts';
import type { Http } from '../platform/http.ts';
import { IdParams } from '../platform/schema.ts';
import { openSecrets } from '../webhooks/open-secrets.ts';
import { openListener } from './open-listener.ts';
import { openWaitRoom, type WaitRoom } from './open-wait-room.ts';
import { recordResults } from './record-results.ts';
import { takeDeliveries } from './take-deliveries.ts';
import * as view from './view.ts';

const PATH = '/listeners';
const TAGS = ['Webhooks'];
const SCOPE = 'webhook:manage';
const Params = IdParams('lsn', 'The listener.');

/** How a command line fetches events, which it forwards to a local receiver. */
export function registerListenerRoutes(http: Http, app: App): void {
  const room = openWaitRoom();
  http.addHook('preClose', async () => room.close());
  registerOpening(http, app);
  registerTaking(http, app, room);
  registerResults(http, app);
}

function registerOpening(http: Http, app: App): void {
  http.post(
    PATH,
    {
      config: { scope: SCOPE, errors: ['endpoint_disabled', 'too_many_endpoints'] },
      schema: {
        operationId: 'openListener',
        summary: 'Open a listener',
        description:
          'Creates or finds an endpoint that fetches its deliveries, for `ponte listen`. The same name gives the same id and secret each time. It counts as a webhook endpoint; resends, replays and tests reach it like any other.',
        tags: TAGS,
        body: view.ListenerBody,
        response: { 200: view.ListenerView },
      },
    },
    async ({ body, caller }) =>
      view.listenerView(await openListener(app, caller.environment, body)),
  );
}

function registerTaking(http: Http, app: App, room: WaitRoom): void {
  const open = openSecrets(app.vault);
  http.post(
    `${PATH}/:id/take-deliveries`,
    {
      config: { scope: SCOPE, optionalBody: true, isPoll: true, errors: ['endpoint_disabled'] },
      schema: {
        operationId: 'takeDeliveries',
        summary: 'Take deliveries of a listener',
        description:
          'Takes what is due, with its signed headers, under a lease of a minute: deliveries without a reported result by then are due again. While nothing is due the response waits.',
        tags: TAGS,
        params: Params,
        body: view.TakingBody,
        response: { 200: view.TakenView },
      },
    },
    async ({ params, body, caller }, reply) => {
      const { limit = view.MAX_TAKEN, waitSeconds = 0 } = body;
      const environmentId = caller.environment.id;
      const id = getId('lsn', params.id);
      const { closing, leave } = room.enter(environmentId);
      const gone = AbortSignal.any([closing, departureOf(reply)]);
      const { keyId } = caller;
      const options = { environmentId, keyId, id, most: limit, waitMs: waitSeconds * 1_000 };
      const taken = await takeDeliveries(app, options, gone).finally(leave);
      return { data: taken.map((delivery) => view.takenView(delivery, open(delivery))) };
    },
  );
}

/** Aborted once the client has disconnected, even if it did so before. */
function departureOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  const leave = (): void => left.abort();
  if (raw.destroyed) leave();
  raw.once('close', leave);
  onHalfClosed(raw, leave);
  return left.signal;
}

function registerResults(http: Http, app: App): void {
  http.post(
    `${PATH}/:id/results`,
    {
      config: { scope: SCOPE, isPoll: true },
      schema: {
        operationId: 'recordResults',
        summary: 'Report the results of deliveries',
        description:
          'Each result counts as an attempt of its delivery, as if Ponte had sent it: 2xx ends it, anything else is retried shortly. Reporting a result twice changes nothing.',
        tags: TAGS,
        params: Params,
        body: view.ResultsBody,
        response: { 200: view.RecordedView },
      },
    },
    async ({ params, body, caller }) => {
      const id = getId('lsn', params.id);
      const results = body.results.map(view.readResult);
      const recorded = await recordResults(app, caller.environment.id, id, results);
      return { recorded };
    },
  );
}
