import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdParams, ListOf, NoContent, PageQuery } from '../platform/schema.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { registerCommandRoutes } from './command-routes.ts';
import { registerNewsRoutes } from './news-routes.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { listEndpoints, markDeleted } from './store.ts';
import * as view from './view.ts';

export function registerWebhookRoutes(http: Http, app: App): void {
  registerCollectionRoutes(http, app);
  registerEndpointRoutes(http, app);
  registerCommandRoutes(http, app);
  registerNewsRoutes(http, app);
}

const PATH = '/webhook-endpoints';
const TAGS = ['Webhooks'];
const MANAGE = { scope: 'webhook:manage', fields: [['url', 'invalid_url']] } as const;

const KindsAsked = (description: string) =>
  Type.Optional(view.KindsOf(description, { minItems: 1 }));
const NewEndpointBody = Type.Object(
  {
    url: view.SubmittedUrl,
    events: KindsAsked(
      'The kinds of events that it gets; by default, all but `withdrawal.expired`.',
    ),
    description: Type.Optional(view.SubmittedDescription),
  },
  { title: 'WebhookEndpointOrder' },
);
const EndpointChangeBody = Type.Object(
  {
    url: Type.Optional(view.SubmittedUrl),
    events: KindsAsked('The kinds of events that it gets from now on.'),
    description: Type.Optional(view.SubmittedDescription),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Whether anything is sent to it.', examples: [true] }),
    ),
  },
  { title: 'WebhookEndpointChange' },
);

function registerCollectionRoutes(http: Http, app: App): void {
  http.post(
    PATH,
    {
      config: { ...MANAGE, errors: ['invalid_url', 'too_many_endpoints'] },
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Register a webhook endpoint',
        description:
          'Registers a URL that events are sent to. Its secret is shown only in this response.',
        tags: TAGS,
        body: NewEndpointBody,
        response: { 201: view.NewEndpointView },
      },
    },
    async ({ body, caller }, reply) => {
      const { secret, ...endpoint } = await registerEndpoint(app, caller.environment, body);
      return reply.code(201).send({ ...view.endpointView(endpoint), secret });
    },
  );
  http.get(
    PATH,
    {
      config: MANAGE,
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints',
        description: 'The registered endpoints, without deleted ones.',
        tags: TAGS,
        querystring: Type.Object(PageQuery),
        response: { 200: ListOf(view.EndpointView) },
      },
    },
    async ({ query, caller }) => {
      const { limit, after } = readPage(query, 'whe');
      const rows = await listEndpoints(app.db, caller.environment.id, after, limit);
      return pageOf(rows, limit, view.endpointView);
    },
  );
}

function registerEndpointRoutes(http: Http, app: App): void {
  http.patch(
    `${PATH}/:id`,
    {
      config: { ...MANAGE, optionalBody: true, errors: ['invalid_url'] },
      schema: {
        operationId: 'changeWebhookEndpoint',
        summary: 'Change a webhook endpoint',
        description:
          'Changes the given fields and leaves the rest. Pending deliveries go to the new address; an endpoint that is enabled again starts with a clean record.',
        tags: TAGS,
        params: IdParams('whe', 'The endpoint.'),
        body: EndpointChangeBody,
        response: { 200: view.EndpointView },
      },
    },
    async ({ params, body, caller }) =>
      view.endpointView(
        await changeEndpoint(app, caller.environment, getId('whe', params.id), body),
      ),
  );
  http.delete(
    `${PATH}/:id`,
    {
      config: MANAGE,
      schema: {
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete a webhook endpoint',
        description: 'Nothing more is sent to it. Its deliveries stay in their list.',
        tags: TAGS,
        params: IdParams('whe', 'The endpoint.'),
        response: { 204: NoContent },
      },
    },
    async ({ params, caller }, reply) => {
      const deleted = await markDeleted(app.db, caller.environment.id, getId('whe', params.id));
      if (!deleted) throw new ApiError('not_found');
      return reply.code(204).send(null);
    },
  );
}
