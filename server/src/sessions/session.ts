import type { SessionId, UserId } from '../ids.ts';
import type { Language } from '../refusals.ts';

/** A signed-in person, as every session route finds them. */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly email: string;
  readonly name: string | null;
  readonly language: Language;
  readonly isOperator: boolean;
  /** Whether the second factor is still to come. */
  readonly isHalfOpen: boolean;
  /** Whether a password, a passkey or a code was shown lately enough for what is dangerous. */
  readonly isFresh: boolean;
  /** Until when it counts as fresh; null once it does not. */
  readonly verifiedUntil: Date | null;
}

/** However busy; and unused. */
export const SESSION_DAYS = { most: 30, idle: 7 } as const;
/** How long a half-open session waits for the second factor. */
export const HALF_OPEN_MINUTES = 10;
/** How long after a password, a passkey or a code what is dangerous is open. */
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

/** Over https no other host, and no page without encryption, can set or read it. */
export function sessionCookie(baseUrl: string): Cookie {
  return hostCookie(baseUrl, 'ponte_session');
}

/** Over https with the prefix that binds it to this host. */
export function hostCookie(baseUrl: string, name: string): Cookie {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}
