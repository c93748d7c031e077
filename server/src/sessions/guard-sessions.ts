import cookie from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { MODES } from '../accounts/environment.ts';
import type { Limiter } from '../api-keys/rate-limit.ts';
import { addressOf } from '../checkouts/payer-address.ts';
import { ApiError } from '../errors.ts';
import { parseId } from '../ids.ts';
import { type Action, isAllowed, type Role } from '../members/member.ts';
import { findTenancy } from '../members/store.ts';
import type { Db } from '../platform/db.ts';
import type { Http } from '../platform/http.ts';
import { judgeAgain } from '../platform/judge-again.ts';
import { hashToken } from '../platform/token.ts';
import { isFromElsewhere } from './cross-site.ts';
import { type Session, sessionCookie } from './session.ts';
import { findSession } from './store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a member must be allowed to do on a route of people only. */
    action?: Action;
    /** A route of a signed-in person, whatever the account. */
    signedIn?: true;
    /** A route of the installation's operators; others find nothing there. */
    operator?: true;
  }
  interface FastifyRequest {
    /** Set on every session route that is not open to all. */
    session: Session;
    /** What the person is in the account of the address, where it names one. */
    role: Role;
  }
}

export interface SessionGuard {
  readonly db: Db;
  readonly baseUrl: string;
  readonly limit: Limiter;
}

/** What one person, or a network that is nobody yet, may ask: a page asks a few things at once. */
const PERSON_RATE = { perSecond: 20, burst: 150 };
const STRANGER_RATE = { perSecond: 5, burst: 60 };

/** Whose page it is that asks: what they began there is not done by whoever signed in since. */
const PERSON_HEADER = 'ponte-person';

/**
 * Where a request comes from, who asks, how often, what they may do and how freshly they have shown
 * who they are: in this order, before a byte of the body is read. Who asks, and what they may do,
 * again after a body that was kept back.
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
      await count(limit, `stranger ${addressOf(request.ip)}`, STRANGER_RATE);
      return;
    }
    await recognize(request);
    await count(limit, `person ${request.session.userId}`, PERSON_RATE);
    await admit(db, request);
  });
  judgeAgain(http, async (request) => {
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

/** An account that one does not belong to is as unknown as one that does not exist. */
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
  request.caller = { ...tenancy, isPerson: true };
  if (!isAllowed(tenancy.role, permission, request.method)) throw new ApiError('not_permitted');
}

async function count(limit: Limiter, key: string, rate: typeof PERSON_RATE): Promise<void> {
  const { retryAfterSeconds } = await limit(key, rate, 1);
  if (retryAfterSeconds !== undefined) throw new ApiError('rate_limited', { retryAfterSeconds });
}
