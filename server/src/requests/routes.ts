import type { FastifyContextConfig } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { readPage } from '../platform/page.ts';
import { IdFilterOf, IdParams, ListOf, OneOf, PageQuery } from '../platform/schema.ts';
import { findRequest, listRequests } from './list-requests.ts';
import { OUTCOMES } from './request.ts';
import { summarizeRequests } from './summarize-requests.ts';
import {
  ErrorSummaryView,
  errorGroupView,
  RequestDetailView,
  requestView,
  RequestView,
} from './view.ts';

const CONFIG = { action: 'requests:read' } as const;
const TAGS = ['Requests'];

const RequestQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(OneOf(OUTCOMES, { description: 'Only those with this result.' })),
  method: Type.Optional(
    OneOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'], {
      description: 'Only those with this method.',
    }),
  ),
  keyId: IdFilterOf('key', 'Only those made with this key.'),
  route: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[!-~]+$',
      description: 'Only those of this route, as in `route`.',
      examples: ['/v1/api/deposit'],
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Exactly this X-Request-Id, idempotency key or id of the resource.',
      examples: ['order-4711'],
    }),
  ),
});

/** Programs' requests, for the developers who write them. */
export function registerRequestRoutes(http: Http, app: App): void {
  registerList(http, app, CONFIG);
  registerDetails(http, app);
}

/** For programs themselves: the requests without their contents. */
export function registerRequestList(http: Http, app: App): void {
  registerList(http, app, { scope: 'read:transactions', isPoll: true });
}

function registerList(http: Http, app: App, config: FastifyContextConfig): void {
  http.get(
    '/requests',
    {
      config,
      schema: {
        operationId: 'listRequests',
        summary: 'List requests of the API',
        description:
          'The requests made with keys of this mode in the last 30 days. Filters can be combined; a page may then have fewer rows than requested, or none, and still be followed by another.',
        tags: TAGS,
        querystring: RequestQuery,
        response: { 200: ListOf(RequestView) },
      },
    },
    async ({ query, caller }) => {
      const { status, method, keyId, route, q } = query;
      const filter = { outcome: status, method, keyId, route, q };
      const page = readPage(query, 'req');
      const { data, nextCursor } = await listRequests(app, caller.environment.id, filter, page);
      return { data: data.map(requestView), nextCursor };
    },
  );
}

function registerDetails(http: Http, app: App): void {
  http.get(
    '/requests/summary',
    {
      config: CONFIG,
      schema: {
        operationId: 'summarizeRequests',
        summary: 'Group the errors',
        description: 'What keys of this mode were refused with lately, by code and route.',
        tags: TAGS,
        response: { 200: ErrorSummaryView },
      },
    },
    async ({ caller }) => {
      const { groups, isComplete } = await summarizeRequests(app.db, caller.environment.id);
      return { data: groups.map(errorGroupView), isComplete };
    },
  );
  http.get(
    '/requests/:id',
    {
      config: CONFIG,
      schema: {
        operationId: 'getRequest',
        summary: 'Read a request',
        description: 'The same, with what was sent and, of a refusal, what was answered.',
        tags: TAGS,
        params: IdParams('req', 'The request.'),
        response: { 200: RequestDetailView },
      },
    },
    async ({ params, caller }) => {
      const found = await findRequest(app, caller.environment.id, getId('req', params.id));
      if (!found) throw new ApiError('not_found');
      return requestView(found);
    },
  );
}
