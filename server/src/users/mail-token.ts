import { createHash, randomBytes } from 'node:crypto';

export interface Token {
  /** What the link, or the cookie, carries: 256 random bits in base64url. */
  readonly token: string;
  /** What is kept. */
  readonly hash: Buffer;
}

export function newToken(): Token {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token) };
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
