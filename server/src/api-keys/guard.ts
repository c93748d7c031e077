import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { judgeAgain } from '../platform/judge-again.ts';
import type { Scope } from './api-key.ts';
import type { Authenticate, KeyHolder } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { type Limiter, openLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope a route needs, or `any` for every valid key. Routes without it are public. */
    scope?: Scope | 'any';
    /** Which of a key's two rates a call counts against; `read` unless stated. */
    rate?: 'read' | 'money';
    /** Whether a live key finds no such route. */
    testOnly?: boolean;
    /** Whether a person who calls it must have shown a password, a passkey or a code lately. */
    stepUp?: boolean;
  }
  interface FastifyRequest {
    /** Set on every route that names a scope. */
    caller: Caller;
  }
}

/**
 * Which keys some routes are for, and as whom they call them.
 * @throws ApiError insufficient_scope
 */
export type Door = (holder: KeyHolder, request: FastifyRequest) => KeyHolder;

/** Of every route but the agents': a key that was made for an agent opens nothing else. */
const forPrograms: Door = (holder) => {
  if (!holder.isAgent) return holder;
  throw new ApiError('insufficient_scope', {
    text: {
      pt: 'Esta chave é de um agente: ela abre somente /mcp.',
      en: 'This is an agent key: it works only at /mcp.',
    },
  });
};

/**
 * Authentication, then scope, then rate, before a byte of the body is read; all but the rate again
 * after a body that was kept back.
 */
export function guardRoutes(
  http: Http,
  authenticate: Authenticate,
  limit: Limiter = openLimiter(),
  door: Door = forPrograms,
): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.route.scope === undefined) {
      done();
      return;
    }
    const admitted = whenKnown(authenticate(request.headers.authorization), (holder) =>
      admit(request, reply, holder, { limit, door }),
    );
    if (admitted instanceof Promise) admitted.then(() => done(), done);
    else done();
  });
  judgeAgain(http, (request) => {
    if (request.route.scope === undefined) return;
    return whenKnown(authenticate(request.headers.authorization), (holder) =>
      enter(request, door(holder, request)),
    );
  });
}

/** Goes on at once with what is in memory: a turn of the loop for each request would be dear. */
function whenKnown<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** @throws ApiError not_found, insufficient_scope, rate_limited */
function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  holder: KeyHolder,
  { limit, door }: { readonly limit: Limiter; readonly door: Door },
): void | Promise<void> {
  const { rate = 'read' } = request.route;
  const { counted, environment } = holder;
  const refusal = refusalOf(() => enter(request, door(holder, request)));
  const allowed = environment.rates[rate];
  // A call that is refused costs nothing, but is told what is left all the same.
  return whenKnown(limit(counted[rate], allowed, refusal ? 0 : 1), (room) => {
    const { remaining, resetSeconds, retryAfterSeconds } = room;
    void reply.headers({
      // Money, persons and secrets: nothing on the way may keep it.
      'cache-control': 'no-store',
      'ratelimit-limit': String(allowed.burst),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(resetSeconds),
    });
    if (refusal) throw refusal;
    if (retryAfterSeconds !== undefined) throw new ApiError('rate_limited', { retryAfterSeconds });
  });
}

/** What is refused; anything else that is thrown goes on. */
function refusalOf(work: () => void): ApiError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * Sets who calls.
 * @throws ApiError not_found, insufficient_scope
 */
function enter(request: FastifyRequest, holder: KeyHolder): void {
  const { scope = 'any', testOnly = false } = request.route;
  request.caller = holder;
  if (testOnly && holder.environment.mode !== 'test') throw new ApiError('not_found');
  if (scope !== 'any' && !holder.scopes.includes(scope)) throw lacking(scope);
}

function lacking(scope: string): ApiError {
  return new ApiError('insufficient_scope', {
    text: {
      pt: `Esta chave de API não tem o escopo ${scope}. Use uma chave que o tenha.`,
      en: `This API key lacks the scope ${scope}. Use a key that has it.`,
    },
  });
}
