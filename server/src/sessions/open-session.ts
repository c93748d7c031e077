import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId, type UserId } from '../ids.ts';
import { storable } from '../platform/clean-text.ts';
import type { Tx } from '../platform/db.ts';
import { newToken } from '../platform/token.ts';
import { SESSION_DAYS, sessionCookie } from './session.ts';
import { insertSession } from './store.ts';

/** Who opens a session, and from where. */
export interface Visitor {
  readonly userAgent: string;
  readonly address: string;
  /** Whether the request came without a proxy's header. */
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
 * Opens a session with a new token, whatever cookie came with the request, which prevents session
 * fixation.
 * @returns the token, which is stored only in the cookie
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
