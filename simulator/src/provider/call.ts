import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { spendBudget } from '../budgets.ts';
import { distort } from '../faults/distort.ts';
import { takeFault } from '../faults/store.ts';
import { getCaller } from '../partners/store.ts';
import type { Partner } from '../partners/partner.ts';
import { applyAfterBooking, applyBeforeBooking } from './misbehave.ts';
import { type Claims, readToken, requireScope, type Scope } from './token.ts';

/** Who calls what. */
export interface Call {
  readonly path: string;
  readonly nonce: string;
  readonly claims: Claims;
  readonly partner: Partner;
  /** Whether there is a fault that it may meet. */
  readonly isFaulty: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | undefined;
  }
}

/** Names the call in the response's headers, whatever the response will be. */
export function nameCall(request: FastifyRequest, reply: FastifyReply): string {
  const given = request.headers['x-nonce'];
  const nonce = typeof given === 'string' && /^[\x21-\x7e]{1,200}$/.test(given) ? given : undefined;
  const named = nonce ?? reply.getHeader('x-nonce')?.toString() ?? randomUUID();
  reply.header('x-request-id', randomUUID()).header('x-nonce', named);
  return named;
}

/** Lets in callers with the scope and the budget, before the body is read. */
export function admit(app: App, path: string, scope?: Scope) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const nonce = nameCall(request, reply);
    const claims = readToken(request.headers.authorization, new Date());
    requireScope(claims, scope);
    const { partner, isFaulty } = await getCaller(app, app.db, claims.sub, { path, nonce });
    if (app.config.strict) await spendBudget(app.db, partner, path);
    request.call = { path, nonce, claims, partner, isFaulty };
  };
}

export function callOf(request: FastifyRequest): Call {
  if (!request.call) throw new Error('a provider route without admission');
  return request.call;
}

/** Some endpoints are documented without the envelope; a switch makes them behave that way. */
export const envelope = (response: unknown, wrapped = true): object =>
  // A bare response is always an object or a list.
  wrapped ? { response, async: false } : (response as object);

/** Answers with what `work` returns, unless a fault is set for this call. */
export async function answerCall(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (call: Call) => Promise<{ response: object; wrapped?: boolean }>,
): Promise<FastifyReply> {
  const call = callOf(request);
  const nonce = request.method === 'POST' ? call.nonce : null;
  const { partner, path, isFaulty } = call;
  const fault = isFaulty ? await takeFault(app.db, partner.name, path, nonce) : undefined;
  if (fault && applyBeforeBooking(fault, request, reply)) return reply;

  const { response, wrapped } = await work(call);
  if (fault && (await applyAfterBooking(fault, request, reply))) return reply;
  return reply.sent ? reply : reply.send(envelope(distort(response, fault), wrapped));
}
