import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import type { Scope } from './api-key.ts';
import type { Caller } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope a route needs, or `any` for every valid key. Routes without it are public. */
    scope?: Scope | 'any';
    /** Which of a key's two rates a call counts against; `read` unless stated. */
    rate?: 'read' | 'money';
    /** Whether a live key finds no such route. */
    testOnly?: boolean;
  }
  interface FastifyRequest {
    /** Set on every route that names a scope. */
    caller: Caller;
  }
}

/** Authentication, then scope, then rate, before a byte of the body is read. */
export function guardRoutes(
  http: Http,
  authenticate: (header: string | undefined) => Promise<Caller>,
): void {
  const limit = openLimiter();
  http.addHook('onRequest', async (request, reply) => {
    const { scope, rate = 'read', testOnly = false } = request.routeOptions.config;
    if (scope === undefined) return;
    request.caller = await authenticate(request.headers.authorization);
    if (testOnly && request.caller.environment.mode !== 'test') throw new ApiError('not_found');
    if (scope !== 'any' && !request.caller.scopes.includes(scope)) {
      throw new ApiError('insufficient_scope', {
        text: {
          pt: `Esta chave de API não tem o escopo ${scope}.`,
          en: `This API key lacks the scope ${scope}.`,
        },
      });
    }
    const { keyId, environment } = request.caller;
    const room = await limit(`${keyId} ${rate}`, environment.rates[rate]);
    void reply.headers({
      'ratelimit-limit': String(room.limit),
      'ratelimit-remaining': String(room.remaining),
      'ratelimit-reset': String(room.resetSeconds),
    });
    if (room.refused) {
      throw new ApiError('rate_limited', { retryAfterSeconds: Math.max(1, room.resetSeconds) });
    }
  });
}

interface Room {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly refused: boolean;
}

/** A window as long as the burst lasts at the sustained rate allows both, and no more in the long run. */
function openLimiter(): (key: string, rate: Rate) => Promise<Room> {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = (rate: Rate): RateLimiterMemory => {
    const name = `${String(rate.burst)}/${String(rate.perSecond)}`;
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterMemory({
      points: rate.burst,
      duration: rate.burst / rate.perSecond,
      keyPrefix: name,
    });
    limiters.set(name, limiter);
    return limiter;
  };
  return async (key, rate) => {
    try {
      return roomOf(await limiterOf(rate).consume(key), rate, false);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return roomOf(refusal, rate, true);
      throw refusal;
    }
  };
}

function roomOf(state: RateLimiterRes, rate: Rate, refused: boolean): Room {
  return {
    limit: rate.burst,
    remaining: Math.max(0, state.remainingPoints),
    resetSeconds: Math.ceil(state.msBeforeNext / 1_000),
    refused,
  };
}
