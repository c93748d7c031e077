import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId, type UserId } from '../ids.ts';
import { storable } from '../platform/clean-text.ts';
import type { Tx } from '../platform/db.ts';
import { newToken } from '../platform/token.ts';
import { SESSION_DAYS, sessionCookie } from './session.ts';
import { insertSession } from './store.ts';

/** Where a session is opened from. */
export interface Visitor {
  readonly userAgent: string;
  readonly address: string;
  /** Whether no proxy says that it asks for somebody. */
  readonly isDirect: boolean;
}

const DAY_SECONDS = 86_400;

export function visitorOf(request: FastifyRequest): Visitor {
  const { headers, ip } = request;
  return {
    userAgent: storable(headers['user-agent'] ?? ''),
    address: ip,
    isDirect: headers['x-forwarded-for'] === undefined && headers.forwarded === undefined,
  };
}

/**
 * A session with a token of its own, whatever cookie came with the request: nobody can choose it
 * beforehand.
 * @returns the token, which only the cookie keeps
 */
export async function openSession(
  tx: Tx,
  userId: UserId,
  kind: 'whole' | 'unverified' | 'half open',
  { userAgent, address }: Visitor,
): Promise<string> {
  const { token, hash: tokenHash } = newToken();
  await insertSession(tx, {
    id: newId('ses'),
    userId,
    tokenHash,
    isHalfOpen: kind === 'half open',
    isVerified: kind === 'whole',
    userAgent,
    address,
  });
  return token;
}

export function setSessionCookie(reply: FastifyReply, baseUrl: string, token: string): void {
  const { name, options } = sessionCookie(baseUrl);
  void reply.setCookie(name, token, { ...options, maxAge: SESSION_DAYS.most * DAY_SECONDS });
}
