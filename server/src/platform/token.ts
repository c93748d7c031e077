import { createHash, randomBytes } from 'node:crypto';

/** What opens something to whoever has it. */
export interface Token {
  /** What a link or a cookie carries: 256 random bits in base64url. */
  readonly token: string;
  /** What is kept. */
  readonly hash: Buffer;
}

export function newToken(): Token {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
