import cookie from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { MODES } from '../accounts/environment.ts';
import type { Limiter } from '../api-keys/rate-limit.ts';
import { ApiError } from '../errors.ts';
import { parseId } from '../ids.ts';
import { type Action, isAllowed, type Role } from '../members/member.ts';
import { findTenancy } from '../members/store.ts';
import { networkOf } from '../platform/client-network.ts';
import type { Db } from '../platform/db.ts';
import type { Http } from '../platform/http.ts';
import { recheckCaller } from '../platform/recheck-caller.ts';
import { hashToken } from '../platform/token.ts';
import { isFromElsewhere } from './cross-site.ts';
import { type Session, sessionCookie } from './session.ts';
import { findSession } from './store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a member must be allowed to do on a route for people only. */
    action?: Action;
    /** A route for a signed-in person, whatever the account. */
    signedIn?: true;
    /** A route for the installation's operators; for others it does not exist. */
    operator?: true;
  }
  interface FastifyRequest {
    /** Set on every session route that is not open to all. */
    session: Session;
    /** The person's role in the account that the URL names, if any. */
    role: Role;
  }
}

export interface SessionGuard {
  readonly db: Db;
  readonly baseUrl: string;
  readonly limit: Limiter;
}

/** Rates for one person, or for a network not signed in: a page sends several requests at once. */
const PERSON_RATE = { perSecond: 20, burst: 150 };
const STRANGER_RATE = { perSecond: 5, burst: 60 };

/** Whose page sent this: what they began there is not done for somebody who signed in since. */
const PERSON_HEADER = 'ponte-person';

/**
 * Checks where a request comes from, who sends it, how often, what they may do and how recently
 * they proved who they are: in this order, before a byte of the body is read. If the body comes
 * late, who sends it and what they may do is checked again.
 */
export async function guardSessions(http: Http, guard: SessionGuard): Promise<void> {
  const { db, baseUrl, limit } = guard;
  const { name } = sessionCookie(baseUrl);
  await http.register(cookie);
  const recognize = async (request: FastifyRequest): Promise<void> => {
    const token = request.cookies[name];
    const session = token === undefined ? undefined : await findSession(db, hashToken(token));
    const meant = request.headers[PERSON_HEADER] ?? session?.userId;
    if (!session || session.userId !== meant) throw new ApiError('signed_out');
    if (session.isHalfOpen) throw new ApiError('second_factor_required');
    request.session = session;
  };
  http.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (isFromElsewhere(request, baseUrl)) throw new ApiError('cross_site_request');
    if (request.route.open !== undefined) {
      await count(limit, `stranger ${networkOf(request.ip)}`, STRANGER_RATE);
      return;
    }
    await recognize(request);
    await count(limit, `person ${request.session.userId}`, PERSON_RATE);
    await admit(db, request);
  });
  recheckCaller(http, async (request) => {
    if (request.route.open !== undefined) return;
    await recognize(request);
    await admit(db, request);
  });
}

/** @throws ApiError not_found, not_permitted, step_up_required */
async function admit(db: Db, request: FastifyRequest): Promise<void> {
  const { session, route: config } = request;
  if (config.operator && !session.isOperator) throw new ApiError('not_found');
  if (!config.operator && !config.signedIn) await admitMember(db, request);
  if (config.stepUp && !session.isFresh) throw new ApiError('step_up_required');
}

/** To people who do not belong to an account it does not exist. */
async function admitMember(db: Db, request: FastifyRequest): Promise<void> {
  const { scope, action, testOnly = false } = request.routeOptions.config;
  const permission = action ?? scope;
  const { accountId: text, mode: word = 'test' } = request.params as Record<string, string>;
  const accountId = parseId('acc', text ?? '');
  const mode = MODES.find((candidate) => candidate === word);
  const tenancy =
    accountId && mode && (await findTenancy(db, request.session.userId, accountId, mode));
  if (!tenancy || permission === undefined) throw new ApiError('not_found');
  if (testOnly && mode !== 'test') throw new ApiError('not_found');
  request.role = tenancy.role;
  request.caller = tenancy;
  if (!isAllowed(tenancy.role, permission, request.method)) throw new ApiError('not_permitted');
}

async function count(limit: Limiter, key: string, rate: typeof PERSON_RATE): Promise<void> {
  const { retryAfterSeconds } = await limit(key, rate, 1);
  if (retryAfterSeconds !== undefined) throw new ApiError('rate_limited', { retryAfterSeconds });
}
