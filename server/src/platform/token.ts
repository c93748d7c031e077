import { createHash, randomBytes } from 'node:crypto';

/** A bearer secret, which grants access to whoever has it. */
export interface Token {
  /** In a link or a cookie: 256 random bits in base64url. */
  readonly token: string;
  /** The only part that is stored. */
  readonly hash: Buffer;
}

export function newToken(): Token {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** For any secret that is random: a fast hash reveals nothing of it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
