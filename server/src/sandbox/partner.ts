import type { EnvironmentId } from '../ids.ts';

const VALID_SECONDS = 365 * 86_400;

/** A token in the provider's format; the sandbox reads its claims, and verifies no signature. */
export function partnerToken(environmentId: EnvironmentId): string {
  const iat = Math.floor(Date.now() / 1_000);
  const claims = {
    jti: environmentId,
    sub: environmentId,
    iat,
    exp: iat + VALID_SECONDS,
    scope: ['deposit', 'withdraw', 'user'],
    typ: 'JWT',
    alg: 'RS256',
    env: 'sandbox',
  };
  return `${encode({ typ: 'JWT', alg: 'RS256' })}.${encode(claims)}.${encode('unsigned')}`;
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** Where the sandbox books the platform's split: a test network address without a known key. */
export const SANDBOX_SPLIT_ADDRESS =
  'tex1qzavlepw453w44qqmhn2k8n7x0qcqm28asea6fwkcuhxdzvclkl7scxqzl8';
