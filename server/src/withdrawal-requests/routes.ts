import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { isAllowed } from '../members/member.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdParams, ListOf, OneOf, PageQuery } from '../platform/schema.ts';
import { decideRequest } from './decide-request.ts';
import { findRequest, listRequests } from './store.ts';
import { RequestRowView, requestRow, RequestView, requestView } from './view.ts';

const PATH = '/withdrawal-requests';
const TAGS = ['Withdrawal requests'];
const Params = IdParams('wrq', 'The request.');
const READS = { scope: 'read:transactions' } as const;
const DECIDES = {
  scope: 'withdrawal:create',
  rate: 'money',
  optionalBody: true,
  // The audit entry commits with the decision, and only once, however often it is repeated.
  recordsAct: true,
} as const;

/** Agents' requests, for the people who confirm or decline them. */
export function registerWithdrawalRequestRoutes(http: Http, app: App): void {
  http.get(
    PATH,
    {
      config: READS,
      schema: {
        operationId: 'listWithdrawalRequests',
        summary: 'List withdrawal requests',
        description: 'The withdrawals that agents asked for, newest first.',
        tags: TAGS,
        querystring: Type.Object({
          ...PageQuery,
          waiting: Type.Optional(
            OneOf(['true'], { description: 'Only those that wait for an answer.' }),
          ),
        }),
        response: { 200: ListOf(RequestRowView) },
      },
    },
    async ({ query, caller: { environment } }) => {
      const { limit, after } = readPage(query, 'wrq');
      const filter = { keyId: null, waiting: query.waiting === 'true' };
      const rows = await listRequests(app, environment.id, filter, after, limit);
      return pageOf(rows, limit, (row) => requestRow(row, environment));
    },
  );
  http.get(
    `${PATH}/:id`,
    {
      config: READS,
      schema: {
        operationId: 'getWithdrawalRequest',
        summary: 'Read a withdrawal request',
        description: 'Who asked for it, whom it would pay, and what became of it.',
        tags: TAGS,
        params: Params,
        response: { 200: RequestView },
      },
    },
    async ({ params, role, caller: { environment } }) => {
      const request = await findRequest(app, environment.id, getId('wrq', params.id));
      if (!request) throw new ApiError('not_found');
      return requestView(request, environment, isAllowed(role, DECIDES.scope, 'POST'));
    },
  );
  registerDecisions(http, app);
}

function registerDecisions(http: Http, app: App): void {
  http.post(
    `${PATH}/:id/confirm`,
    {
      config: {
        ...DECIDES,
        stepUp: true,
        errors: ['withdrawals_disabled', 'not_configured', 'invalid_state'],
      },
      schema: {
        operationId: 'confirmWithdrawalRequest',
        summary: 'Confirm a withdrawal request',
        description:
          'Makes the withdrawal, once. While the provider does not answer it stays CONFIRMED and is made later.',
        tags: TAGS,
        params: Params,
        response: { 200: RequestView },
      },
    },
    (request) => decide(app, request, request.params.id, 'confirm'),
  );
  http.post(
    `${PATH}/:id/decline`,
    {
      config: { ...DECIDES, errors: ['invalid_state'] },
      schema: {
        operationId: 'declineWithdrawalRequest',
        summary: 'Decline a withdrawal request',
        description: 'Nothing is made of it, and its amount no longer counts for that day.',
        tags: TAGS,
        params: Params,
        response: { 200: RequestView },
      },
    },
    (request) => decide(app, request, request.params.id, 'decline'),
  );
}

async function decide(
  app: App,
  { caller, session, ip }: FastifyRequest,
  id: string,
  step: 'confirm' | 'decline',
) {
  const decision = { id: getId('wrq', id), step, by: session, address: ip };
  return requestView(await decideRequest(app, caller, decision), caller.environment, true);
}
