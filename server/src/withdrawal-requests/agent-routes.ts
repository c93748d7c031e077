import { type Static, Type } from 'typebox';
import type { ApiKeyId } from '../ids.ts';
import type { Caller } from '../api-keys/caller.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { identityOf } from '../idempotency/fingerprint.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdParams, ListOf, PageQuery } from '../platform/schema.ts';
import { closedToWithdrawals } from '../withdrawals/create-withdrawal.ts';
import { readOrder, WithdrawalOrderBody } from '../withdrawals/read-order.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { findByName, findRequest, listRequests } from './store.ts';
import type { WithdrawalRequest } from './withdrawal-request.ts';
import { AgentView, agentView, Reason } from './view.ts';

const PATH = '/withdrawal-requests';
const TAGS = ['Withdrawal requests'];
const Body = Type.Object({ ...WithdrawalOrderBody.properties, reason: Reason });

/** What agents may do: request a withdrawal, and see the outcome of their own requests. */
export function registerAgentRequestRoutes(http: Http, app: App): void {
  http.post(
    PATH,
    {
      config: {
        scope: 'withdrawal:create',
        rate: 'money',
        errors: ['missing_idempotency_key', 'idempotency_mismatch', 'withdrawals_disabled'],
      },
      schema: {
        operationId: 'requestWithdrawal',
        summary: 'Request a withdrawal',
        description:
          'Asks a person of the account to confirm a withdrawal. Nothing is paid before somebody does; the answer says where. It expires after 24 hours.',
        tags: TAGS,
        body: Body,
        response: { 201: AgentView },
      },
      attachValidation: true,
    },
    async (request, reply) => {
      const { caller, body, validationError } = request;
      const { environment } = caller;
      const keyId = keyOf(caller);
      const name = identityOf(request);
      const requestName = { environmentId: environment.id, keyId, requestKey: name.key };
      const closed = closedToWithdrawals(app, caller);
      // A known request is still answered.
      if (closed && !(await findByName(app.db, requestName))) throw closed;
      const { reason } = body;
      const order = { ...readOrder(app, environment, body, validationError), reason };
      const asker = { environment, keyId, address: request.ip };
      const { request: made, replayed } = await requestWithdrawal(app, asker, order, name);
      if (replayed) void reply.header('idempotent-replayed', 'true');
      return reply.code(201).send(viewOf(app, caller)(made));
    },
  );
  registerReads(http, app);
}

function registerReads(http: Http, app: App): void {
  http.get(
    PATH,
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'listWithdrawalRequests',
        summary: 'List withdrawal requests',
        description: 'What this key asked for, newest first.',
        tags: TAGS,
        querystring: Type.Object(PageQuery),
        response: { 200: ListOf(AgentView) },
      },
    },
    async ({ query, caller }) => {
      const { limit, after } = readPage(query, 'wrq');
      const filter = { keyId: keyOf(caller), waiting: false };
      const rows = await listRequests(app, caller.environment.id, filter, after, limit);
      return pageOf(rows, limit, viewOf(app, caller));
    },
  );
  http.get(
    `${PATH}/:id`,
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'getWithdrawalRequest',
        summary: 'Read a withdrawal request',
        description: 'What became of a withdrawal that this key asked for.',
        tags: TAGS,
        params: IdParams('wrq', 'The request.'),
        response: { 200: AgentView },
      },
    },
    async ({ params, caller }) => {
      const request = await findRequest(app, caller.environment.id, getId('wrq', params.id));
      if (request?.keyId !== keyOf(caller)) throw new ApiError('not_found');
      return viewOf(app, caller)(request);
    },
  );
}

function viewOf({ config }: App, { environment }: Caller) {
  return (request: WithdrawalRequest): Static<typeof AgentView> =>
    agentView(request, environment, config.baseUrl);
}

function keyOf({ keyId }: Caller): ApiKeyId {
  if (keyId === undefined) throw new ApiError('insufficient_scope');
  return keyId;
}
