import { ProviderRefusal } from '../errors.ts';

export type Scope = 'deposit' | 'withdraw' | 'user';

export interface Claims {
  /** The partner. */
  readonly sub: string;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly scope: string[];
}

/**
 * Reads the bearer token of a call. Its signature is not checked: whoever can reach the sandbox
 * may be any partner.
 * @throws ProviderRefusal 401 with the provider's texts
 */
export function readToken(authorization: string | undefined, now: Date): Claims {
  if (!authorization) throw new ProviderRefusal(401, 'Authorization header is missing');
  const [scheme, token, ...rest] = authorization.trim().split(/\s+/);
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0) {
    throw new ProviderRefusal(401, 'Invalid token');
  }
  const claims = readClaims(token);
  if (claims.exp * 1000 <= now.getTime()) throw new ProviderRefusal(401, 'jwt expired');
  return claims;
}

export function requireScope(claims: Claims, scope: Scope | undefined): void {
  if (scope !== undefined && !claims.scope.includes(scope)) {
    throw new ProviderRefusal(403, `Token lacks the scope ${scope}`);
  }
}

function readClaims(token: string): Claims {
  const parts = token.split('.');
  if (parts.length !== 3) throw new ProviderRefusal(401, 'jwt malformed');
  const claims = parseJson(Buffer.from(parts[1] ?? '', 'base64url').toString());
  if (!isClaims(claims)) throw new ProviderRefusal(401, 'Invalid token');
  return claims;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderRefusal(401, 'jwt malformed');
  }
}

function isClaims(value: unknown): value is Claims {
  if (typeof value !== 'object' || value === null) return false;
  if (!('sub' in value && 'exp' in value && 'scope' in value)) return false;
  const { sub, exp, scope } = value;
  return (
    typeof sub === 'string' &&
    /^[\w.:-]{1,100}$/.test(sub) &&
    typeof exp === 'number' &&
    Array.isArray(scope) &&
    scope.every((entry) => typeof entry === 'string')
  );
}
