import type { SessionId, UserId } from '../ids.ts';
import type { Language } from '../refusals.ts';

/** A signed-in person, as every session route sees them. */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly email: string;
  readonly name: string | null;
  readonly language: Language;
  readonly isOperator: boolean;
  /** Whether the second factor is still missing. */
  readonly isHalfOpen: boolean;
  /** Whether a password, passkey or code was confirmed recently enough for dangerous actions. */
  readonly isFresh: boolean;
  /** Until when it counts as fresh; null if it does not. */
  readonly verifiedUntil: Date | null;
}

/** The lifetime of a session: in any case, and while it is not used. */
export const SESSION_DAYS = { most: 30, idle: 7 } as const;
/** How long a half-open session waits for the second factor. */
export const HALF_OPEN_MINUTES = 10;
/** For how long a password, passkey or code permits dangerous actions. */
export const FRESH_MINUTES = 15;

export interface Cookie {
  readonly name: string;
  readonly options: {
    readonly path: '/';
    readonly httpOnly: true;
    readonly sameSite: 'lax';
    readonly secure: boolean;
  };
}

/** Over https, no other host and no unencrypted page can set or read it. */
export function sessionCookie(baseUrl: string): Cookie {
  return hostCookie(baseUrl, 'ponte_session');
}

/** Over https, with the prefix that binds it to this host. */
export function hostCookie(baseUrl: string, name: string): Cookie {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}
