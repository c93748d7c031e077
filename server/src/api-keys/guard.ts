import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { recheckCaller } from '../platform/recheck-caller.ts';
import type { Scope } from './api-key.ts';
import type { Authenticate, KeyHolder } from './authenticate.ts';
import type { Caller } from './caller.ts';
import type { Limiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The scope that a route requires, or `any` for every valid key. Routes without it are public.
     */
    scope?: Scope | 'any';
    /** Which of a key's two rates a call counts against; `read` by default. */
    rate?: 'read' | 'money';
    /** Whether the route does not exist for live keys. */
    testOnly?: boolean;
    /** Whether a person who calls it must have confirmed a password, passkey or code recently. */
    stepUp?: boolean;
  }
  interface FastifyRequest {
    /** Set on every route with a scope. */
    caller: Caller;
  }
}

/**
 * Which keys may use some routes, and as what caller.
 * @throws ApiError insufficient_scope
 */
export type AccessRule = (holder: KeyHolder, request: FastifyRequest) => KeyHolder;

/** For all routes except the agents': an agent's key works nowhere else. */
const forPrograms: AccessRule = (holder) => {
  if (!holder.isAgent) return holder;
  throw new ApiError('insufficient_scope', {
    text: {
      pt: 'Esta chave é de um agente: ela abre somente /mcp.',
      en: 'This is an agent key: it works only at /mcp.',
    },
  });
};

/**
 * Checks authentication, scope and rate, in this order, before reading any of the body; and all but
 * the rate again if the body was slow to arrive.
 */
export function guardRoutes(
  http: Http,
  authenticate: Authenticate,
  limit: Limiter,
  accessRule: AccessRule = forPrograms,
): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.route.scope === undefined) {
      done();
      return;
    }
    const admitted = whenKnown(authenticate(request.headers.authorization), (holder) =>
      admit(request, reply, holder, { limit, accessRule }),
    );
    if (admitted instanceof Promise) admitted.then(() => done(), done);
    else done();
  });
  recheckCaller(http, (request) => {
    if (request.route.scope === undefined) return;
    return whenKnown(authenticate(request.headers.authorization), (holder) =>
      enter(request, accessRule(holder, request)),
    );
  });
}

/** Continues synchronously if the value is available: a turn of the event loop is expensive. */
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
  { limit, accessRule }: { readonly limit: Limiter; readonly accessRule: AccessRule },
): void | Promise<void> {
  const { rate = 'read' } = request.route;
  const { counted, environment } = holder;
  const refusal = refusalOf(() => enter(request, accessRule(holder, request)));
  const allowed = environment.rates[rate];
  // A refused call costs nothing, but reports the remaining rate all the same.
  return whenKnown(limit(counted[rate], allowed, refusal ? 0 : 1), (room) => {
    const { remaining, resetSeconds, retryAfterSeconds } = room;
    void reply.headers({
      // Money, personal data and secrets: no cache may store it.
      'cache-control': 'no-store',
      'ratelimit-limit': String(allowed.burst),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(resetSeconds),
    });
    if (refusal) throw refusal;
    if (retryAfterSeconds !== undefined) throw new ApiError('rate_limited', { retryAfterSeconds });
  });
}

/** The refusal that `work` throws; other errors are rethrown. */
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
 * Sets the caller.
 * @throws ApiError not_found, insufficient_scope
 */
function enter(request: FastifyRequest, holder: KeyHolder): void {
  const { scope = 'any', testOnly = false } = request.route;
  request.caller = holder;
  if (testOnly && holder.environment.mode !== 'test') throw new ApiError('not_found');
  if (scope !== 'any' && !holder.scopes.includes(scope)) throw scopeLacking(scope);
}

export function scopeLacking(scope: Scope): ApiError {
  return new ApiError('insufficient_scope', {
    text: {
      pt: `Esta chave de API não tem o escopo ${scope}. Use uma chave que o tenha.`,
      en: `This API key lacks the scope ${scope}. Use a key that has it.`,
    },
  });
}
