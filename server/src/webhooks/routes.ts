import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { type DeliveryId, type EndpointId, parseId } from '../ids.ts';
import type { Http } from '../platform/http.ts';
import { DEFAULT_LIMIT, pageOf, readPage } from '../platform/page.ts';
import { IdFilter, ListOf, PageQuery } from '../platform/schema.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { DELIVERY_STATUSES } from './delivery.ts';
import { EVENT_KINDS, PING } from './event.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listEvents } from './list-events.ts';
import { redeliver } from './redeliver.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { markDeleted, listEndpoints } from './store.ts';
import { pingEndpoint } from './ping-endpoint.ts';
import * as view from './view.ts';

export function registerWebhookRoutes(http: Http, app: App): void {
  registerEndpointRoutes(http, app);
  registerTestRoute(http, app);
  registerDeliveryRoutes(http, app);
  registerEventRoutes(http, app);
}

const ENDPOINT_FIELDS = {
  events: Type.Optional(Type.Array(Type.Enum([...EVENT_KINDS]), { minItems: 1, maxItems: 50 })),
  // All that a database holds: line breaks too, but neither NUL nor half a character.
  description: Type.Optional(Type.String({ maxLength: 500, pattern: '^[^\\u0000\\p{Cs}]*$' })),
};
const NewEndpointBody = Type.Object({ url: Type.String(), ...ENDPOINT_FIELDS });
const EndpointChangeBody = Type.Object({
  url: Type.Optional(Type.String()),
  ...ENDPOINT_FIELDS,
  enabled: Type.Optional(Type.Boolean()),
});

const Params = Type.Object({ id: Type.String() });
const MANAGE = { scope: 'webhook:manage', fields: [['url', 'invalid_url']] } as const;

function registerEndpointRoutes(http: Http, app: App): void {
  const path = '/v1/api/webhook-endpoints';
  http.post(
    path,
    { config: MANAGE, schema: { body: NewEndpointBody, response: { 201: view.NewEndpointView } } },
    async ({ body, caller }, reply) => {
      const { secret, ...endpoint } = await registerEndpoint(app, caller.environment, body);
      return reply.code(201).send({ ...view.endpointView(endpoint), secret });
    },
  );
  http.get(
    path,
    {
      config: MANAGE,
      schema: { querystring: Type.Object(PageQuery), response: { 200: ListOf(view.EndpointView) } },
    },
    async ({ query, caller }) => {
      const { limit, after } = readPage(query);
      const rows = await listEndpoints(app.db, caller.environment.id, after, limit);
      return pageOf(rows, limit, view.endpointView);
    },
  );
  http.patch(
    `${path}/:id`,
    {
      config: { ...MANAGE, optionalBody: true },
      schema: { params: Params, body: EndpointChangeBody, response: { 200: view.EndpointView } },
    },
    async ({ params, body, caller }) =>
      view.endpointView(await changeEndpoint(app, caller.environment, endpointId(params.id), body)),
  );
  http.delete(
    `${path}/:id`,
    { config: MANAGE, schema: { params: Params } },
    async ({ params, caller }, reply) => {
      const deleted = await markDeleted(app.db, caller.environment.id, endpointId(params.id));
      if (!deleted) throw new ApiError('not_found');
      return reply.code(204).send();
    },
  );
}

function registerTestRoute(http: Http, app: App): void {
  http.post(
    '/v1/api/webhook-endpoints/:id/test',
    {
      config: { ...MANAGE, optionalBody: true },
      schema: { params: Params, response: { 202: view.DeliveryView } },
    },
    async ({ params, caller }, reply) => {
      const delivery = await pingEndpoint(app, caller.environment.id, endpointId(params.id));
      return reply.code(202).send(view.deliveryView(delivery));
    },
  );
}

const DeliveryQuery = Type.Object({
  ...PageQuery,
  endpointId: IdFilter,
  resourceId: IdFilter,
  event: Type.Optional(Type.Enum([...EVENT_KINDS, PING])),
  status: Type.Optional(Type.Enum([...DELIVERY_STATUSES])),
});

function registerDeliveryRoutes(http: Http, app: App): void {
  const path = '/v1/api/webhook-deliveries';
  http.get(
    path,
    {
      config: MANAGE,
      schema: { querystring: DeliveryQuery, response: { 200: ListOf(view.DeliveryView) } },
    },
    async ({ query, caller }) => {
      const { endpointId, event, status, resourceId } = query;
      const { limit, after } = readPage(query);
      const filter = { endpointId, event, status, resourceId };
      const rows = await listDeliveries(app.db, caller.environment.id, filter, after, limit);
      return pageOf(rows, limit, view.deliveryView);
    },
  );
  http.post(
    `${path}/:id/redeliver`,
    {
      config: { ...MANAGE, optionalBody: true },
      schema: { params: Params, response: { 202: view.DeliveryView } },
    },
    async ({ params, caller }, reply) => {
      const delivery = await redeliver(app, caller.environment.id, deliveryId(params.id));
      return reply.code(202).send(view.deliveryView(delivery));
    },
  );
}

const EventsQuery = Type.Object({
  after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  limit: PageQuery.limit,
});
const EventsAnswer = Type.Object({
  data: Type.Array(view.EventView),
  nextAfter: Type.Integer(),
  oldestSequence: Type.Integer(),
});

function registerEventRoutes(http: Http, app: App): void {
  http.get(
    '/v1/api/events',
    {
      config: { scope: 'read:transactions' },
      schema: { querystring: EventsQuery, response: { 200: EventsAnswer } },
    },
    async ({ query, caller }) => {
      const after = query.after === undefined ? undefined : Number(query.after);
      const limit = Number(query.limit ?? DEFAULT_LIMIT);
      const { entries, ...rest } = await listEvents(app.db, caller.environment.id, after, limit);
      return { data: entries.map(view.eventView), ...rest };
    },
  );
}

function endpointId(text: string): EndpointId {
  const id = parseId('whe', text);
  if (id === undefined) throw new ApiError('not_found');
  return id;
}

function deliveryId(text: string): DeliveryId {
  const id = parseId('whd', text);
  if (id === undefined) throw new ApiError('not_found');
  return id;
}
