import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Scope } from '../api-keys/api-key.ts';
import { scopeLacking } from '../api-keys/guard.ts';
import { readClock } from '../accounts/store.ts';
import { ApiError } from '../errors.ts';
import { isAllowed } from '../members/member.ts';
import type { Http } from '../platform/http.ts';
import type { SandboxCase, Stage } from './case.ts';
import type { ClockReading } from './clock.ts';
import type { SandboxControl } from './control.ts';
import { readDuration } from './duration.ts';
import { CASES, findCase } from './find-case.ts';
import { moveClock } from './move-clock.ts';
import { GET_CLOCK, LIST_CASES, MOVE_CLOCK, RUN_CASE } from './rehearsal-schemas.ts';
import { runCase } from './run-case.ts';

const READS = { scope: 'any', testOnly: true } as const;
const MOVES = { scope: 'deposit:create', testOnly: true, errors: ['not_configured'] } as const;
const RUNS = {
  ...MOVES,
  optionalBody: true,
  errors: [
    'not_configured',
    'no_liquid_address',
    // From a strict sandbox: a new payer's cap, a key's daily limit.
    'invalid_amount',
    'deposits_disabled',
    'withdrawals_disabled',
    'provider_error',
  ],
} as const;

/** An environment's clock, and the cases to rehearse. */
export function registerRehearsalRoutes(
  http: Http,
  app: App,
  control: SandboxControl | undefined,
): void {
  http.get('/clock', { config: READS, schema: GET_CLOCK }, async (request) =>
    clockView(await readClock(app.db, request.caller.environment.id)),
  );
  http.post('/clock', { config: MOVES, schema: MOVE_CLOCK }, async (request) => {
    const forwardMs = readDuration(request.body.advance);
    if (forwardMs === undefined) throw noDuration();
    if (!control) throw new ApiError('not_configured');
    const moved = await moveClock(app, control, request.caller.environment.id, forwardMs);
    return { ...clockView(moved), due: moved.due };
  });

  http.get('/cases', { config: READS, schema: LIST_CASES }, async () => ({
    cases: CASES.map(caseView),
  }));
  http.post('/cases/:name', { config: RUNS, schema: RUN_CASE }, async (request, reply) => {
    const one = findCase(request.params.name);
    if (!one) throw new ApiError('not_found');
    const [operation] = one.of;
    requireScope(request, `${operation}:create`);
    const run = await runCase(app, request.caller, one);
    const stages = one.stages.map(stageView);
    return reply
      .code(201)
      .send({ ...run, case: one.name, operation, stages, answers: [...run.answers] });
  });
}

function clockView({ now, offsetMs }: ClockReading) {
  return { now: now.toISOString(), offsetSeconds: offsetMs / 1_000 };
}

function caseView({ name, of, amountCents, taxId, title, text, answers, stages }: SandboxCase) {
  return {
    name,
    operations: [...of],
    amountCents,
    taxId: taxId ?? null,
    title,
    description: text,
    answers: [...answers],
    stages: stages.map(stageView),
  };
}

function stageView({ after, status, events, alert, chain, operatorAlert }: Stage) {
  return {
    after,
    status,
    events: [...events],
    alert: alert ?? null,
    chain: chain ?? null,
    operatorAlert: operatorAlert ?? null,
  };
}

/** @throws ApiError insufficient_scope for a key, not_permitted for a person */
function requireScope(request: FastifyRequest, scope: Scope): void {
  const { keyId, scopes = [] } = request.caller;
  if (keyId === undefined) {
    if (!isAllowed(request.role, scope, request.method)) throw new ApiError('not_permitted');
  } else if (!scopes.includes(scope)) {
    throw scopeLacking(scope);
  }
}

function noDuration(): ApiError {
  return new ApiError('invalid_request', {
    text: {
      pt: 'advance é uma duração ISO 8601 maior que zero, em semanas, dias, horas, minutos e segundos, como PT20M ou P1DT12H.',
      en: 'advance must be an ISO 8601 duration longer than zero, in weeks, days, hours, minutes and seconds, such as PT20M or P1DT12H.',
    },
  });
}
