import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { CountOf, IdParams } from '../platform/schema.ts';
import { readTime } from '../platform/read-time.ts';
import { pingEndpoint } from './ping-endpoint.ts';
import { redeliver } from './redeliver.ts';
import { replayEvents } from './replay-events.ts';
import { DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS, rotateSecret } from './rotate-secret.ts';
import { DeliveryView, deliveryView, endpointView, RotatedEndpointView } from './view.ts';

/** Actions on an endpoint or a delivery, other than changing it. */
export function registerCommandRoutes(http: Http, app: App): void {
  registerRotation(http, app);
  registerReplay(http, app);
  registerTest(http, app);
  registerRedelivery(http, app);
}

const ENDPOINT = '/webhook-endpoints/:id';
const TAGS = ['Webhooks'];
const EndpointParams = IdParams('whe', 'The endpoint.');

const RotationBody = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        maximum: MAX_OVERLAP_HOURS,
        description: `How many hours the old secret keeps signing too; ${String(DEFAULT_OVERLAP_HOURS)} by default. 0 ends it at once, for a secret that has leaked.`,
        examples: [DEFAULT_OVERLAP_HOURS],
      }),
    ),
  },
  { title: 'SecretRotation' },
);

function registerRotation(http: Http, app: App): void {
  http.post(
    `${ENDPOINT}/rotate-secret`,
    {
      config: { scope: 'webhook:manage', optionalBody: true, errors: ['rotation_in_progress'] },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the signing secret',
        description:
          'Gives the endpoint a new secret, which is shown only in this response. Until the overlap ends every webhook carries a signature by each secret, and only a rotation without overlap may begin.',
        tags: TAGS,
        params: EndpointParams,
        body: RotationBody,
        response: { 200: RotatedEndpointView },
      },
    },
    async ({ params, body, caller }) => {
      const id = getId('whe', params.id);
      const rotated = await rotateSecret(app, caller.environment.id, id, body.overlapHours);
      const { secret, previousSecretUntil, ...endpoint } = rotated;
      return {
        ...endpointView(endpoint),
        secret,
        previousSecretUntil: previousSecretUntil?.toISOString() ?? null,
      };
    },
  );
}

const ReplayBody = Type.Object(
  {
    since: Type.String({
      maxLength: 40,
      description: 'The first instant, inclusive: an RFC 3339 time.',
      examples: ['2026-11-21T00:00:00Z'],
    }),
  },
  { title: 'Replay' },
);
const ReplayView = Type.Object(
  {
    deliveries: CountOf('How many events will be sent again.', 17),
  },
  { title: 'ReplayAccepted' },
);

function registerReplay(http: Http, app: App): void {
  http.post(
    `${ENDPOINT}/replay`,
    {
      config: { scope: 'webhook:manage', errors: ['endpoint_disabled'] },
      schema: {
        operationId: 'replayEvents',
        summary: 'Send events again',
        description:
          'Sends every event since then that the endpoint subscribes to again, with the same event ids, whether it was delivered or not. They go out in the background, a few at a time.',
        tags: TAGS,
        params: EndpointParams,
        body: ReplayBody,
        response: { 202: ReplayView },
      },
    },
    async ({ params, body, caller }, reply) => {
      const since = readTime('since', body.since);
      if (since === null) throw new ApiError('invalid_request');
      const id = getId('whe', params.id);
      const deliveries = await replayEvents(app, caller.environment.id, id, since);
      return reply.code(202).send({ deliveries });
    },
  );
}

function registerTest(http: Http, app: App): void {
  http.post(
    `${ENDPOINT}/test`,
    {
      config: { scope: 'webhook:manage', optionalBody: true, errors: ['endpoint_disabled'] },
      schema: {
        operationId: 'testWebhookEndpoint',
        summary: 'Test a webhook endpoint',
        description:
          'Sends it a `test.ping` event, whatever kinds it subscribes to. The journal does not include it.',
        tags: TAGS,
        params: EndpointParams,
        response: { 202: DeliveryView },
      },
    },
    async ({ params, caller }, reply) => {
      const delivery = await pingEndpoint(app, caller.environment.id, getId('whe', params.id));
      return reply.code(202).send(deliveryView(delivery));
    },
  );
}

function registerRedelivery(http: Http, app: App): void {
  http.post(
    '/webhook-deliveries/:id/redeliver',
    {
      config: { scope: 'webhook:manage', optionalBody: true, errors: ['endpoint_disabled'] },
      schema: {
        operationId: 'redeliver',
        summary: 'Send a delivery again',
        description:
          'Makes one more attempt of the same delivery now, whatever became of it before. If the delivery had ended, this attempt is not retried, and a delivery that had succeeded stays so.',
        tags: TAGS,
        params: IdParams('whd', 'The delivery.'),
        response: { 202: DeliveryView },
      },
    },
    async ({ params, caller }, reply) => {
      const delivery = await redeliver(app, caller.environment.id, getId('whd', params.id));
      return reply.code(202).send(deliveryView(delivery));
    },
  );
}
