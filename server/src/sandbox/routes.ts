import type { Static } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { findDeposit } from '../deposits/store.ts';
import { ApiError } from '../errors.ts';
import type { EnvironmentId } from '../ids.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { findWithdrawal, lookNow } from '../withdrawals/store.ts';
import { type ChargeCommand, commandCharge } from './command-charge.ts';
import type { SandboxControl } from './control.ts';
import { listBooks } from './list-books.ts';
import { registerRehearsalRoutes } from './rehearsal-routes.ts';
import {
  type Accepted,
  DEPOSIT_COMMANDS,
  EXPIRE_WITHDRAWAL,
  FAIL_DEPOSIT,
  FAIL_WITHDRAWAL,
  FUND_WITHDRAWAL,
  GET_BOOKS,
  PAY_DEPOSIT,
  SET_SWITCHES,
} from './route-schemas.ts';

const DEPOSITS = {
  scope: 'deposit:create',
  testOnly: true,
  optionalBody: true,
  errors: ['invalid_state', 'not_configured'],
} as const;
const WITHDRAWALS = { ...DEPOSITS, scope: 'withdrawal:create' } as const;
const BOOKS = {
  scope: 'read:transactions',
  testOnly: true,
  errors: ['not_configured'],
} as const;

/** Controls the simulated payer and provider. None of it exists for live keys. */
export function registerSandboxRoutes(
  http: Http,
  app: App,
  control: SandboxControl | undefined,
): void {
  registerDepositCommands(http, app, control);
  registerWithdrawalCommands(http, app, control);
  registerRehearsalRoutes(http, app, control);

  // These can be set in any state.
  const config = { ...DEPOSITS, errors: BOOKS.errors };
  http.post('/webhooks', { config, schema: SET_SWITCHES }, async (request, reply) => {
    const { drop, duplicate, shuffle } = request.body;
    const switches = { drop, duplicate, shuffle };
    await open(control).call('PUT', environmentOf(request), '/switches', switches);
    return reply.code(202).send({ accepted: true });
  });

  http.get('/provider', { config: BOOKS, schema: GET_BOOKS }, async (request) => {
    return listBooks(app, open(control), environmentOf(request));
  });
}

type Answer = Static<typeof Accepted>;

function registerDepositCommands(http: Http, app: App, control: SandboxControl | undefined): void {
  const run = async (
    request: FastifyRequest,
    text: string,
    command: ChargeCommand,
  ): Promise<Answer> => {
    const id = getId('dep', text);
    const deposit = await findDeposit(app, environmentOf(request), id);
    if (!deposit) throw new ApiError('not_found');
    await commandCharge(app, open(control), deposit, command);
    return { accepted: true };
  };

  http.post(
    '/deposits/:id/pay',
    { config: DEPOSITS, schema: PAY_DEPOSIT },
    async (request, reply) => {
      const { payerTaxId, payerName, amountCents, late, hold } = request.body;
      const payment = {
        // In any spelling, with punctuation, spaces or lower-case letters, it is the same person.
        payerTaxNumber: payerTaxId?.replaceAll(/[\s./-]/g, '').toUpperCase(),
        payerName,
        amountInCents: amountCents,
        late,
        hold,
      };
      const answer = await run(request, request.params.id, { name: 'pay', payment });
      return reply.code(202).send(answer);
    },
  );
  for (const { name, schema } of DEPOSIT_COMMANDS) {
    http.post(`/deposits/:id/${name}`, { config: DEPOSITS, schema }, async (request, reply) =>
      reply.code(202).send(await run(request, request.params.id, { name })),
    );
  }
  http.post(
    '/deposits/:id/fail',
    { config: DEPOSITS, schema: FAIL_DEPOSIT },
    async (request, reply) => {
      const name = request.body.as === 'error' ? 'error' : 'cancel';
      return reply.code(202).send(await run(request, request.params.id, { name }));
    },
  );
}

function registerWithdrawalCommands(
  http: Http,
  app: App,
  control: SandboxControl | undefined,
): void {
  const run = async (
    request: FastifyRequest,
    text: string,
    command: 'fund' | 'error' | 'cancel' | 'expire',
    body = {},
  ): Promise<Answer> => {
    const environmentId = environmentOf(request);
    const withdrawal = await findWithdrawal(app, environmentId, getId('wdr', text));
    if (!withdrawal) throw new ApiError('not_found');
    const path = `/withdrawals/${withdrawal.providerRef}/${command}`;
    await open(control).call('POST', environmentId, path, body);
    if (command === 'expire') await lookNow(app.db, environmentId, withdrawal.id);
    return { accepted: true };
  };

  http.post(
    '/withdrawals/:id/fund',
    { config: WITHDRAWALS, schema: FUND_WITHDRAWAL },
    async (request, reply) => {
      const { amountCents, late = true } = request.body;
      const body = { amountInCents: amountCents, late };
      return reply.code(202).send(await run(request, request.params.id, 'fund', body));
    },
  );
  http.post(
    '/withdrawals/:id/fail',
    { config: WITHDRAWALS, schema: FAIL_WITHDRAWAL },
    async (request, reply) => {
      const name = request.body.as === 'error' ? 'error' : 'cancel';
      return reply.code(202).send(await run(request, request.params.id, name));
    },
  );
  http.post(
    '/withdrawals/:id/expire',
    { config: WITHDRAWALS, schema: EXPIRE_WITHDRAWAL },
    async (request, reply) => reply.code(202).send(await run(request, request.params.id, 'expire')),
  );
}

function environmentOf(request: FastifyRequest): EnvironmentId {
  return request.caller.environment.id;
}

/** @throws ApiError not_configured if there is no sandbox */
function open(control: SandboxControl | undefined): SandboxControl {
  if (!control) throw new ApiError('not_configured');
  return control;
}
