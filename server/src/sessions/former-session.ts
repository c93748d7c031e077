import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { hashToken } from '../platform/token.ts';
import { type Session, sessionCookie } from './session.ts';
import { endSession, findSession } from './store.ts';

/** The session of the request's cookie, complete or half-open. */
export async function findFormer(
  app: App,
  { cookies }: FastifyRequest,
): Promise<Session | undefined> {
  const token = cookies[sessionCookie(app.config.baseUrl).name];
  return token === undefined ? undefined : findSession(app.db, hashToken(token));
}

/** A browser has one session: signing in again ends the previous one. */
export async function endFormer(app: App, request: FastifyRequest): Promise<void> {
  const former = await findFormer(app, request);
  if (former) await endSession(app.db, former.userId, former.id);
}
