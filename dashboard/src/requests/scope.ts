import type { Scope } from '../keys/scopes.ts';

/** Which permission each part of the API needs; a test compares it with what the API says. */
const RULES: readonly (readonly [RegExp, Scope])[] = [
  [/^POST \/v1\/api\/deposit$/, 'deposit:create'],
  [/^POST \/v1\/api\/withdraw$/, 'withdrawal:create'],
  [/^GET \/v1\/api\/(?:deposit|withdraw)\//, 'read:transactions'],
  [/^GET \/v1\/api\/(?:events|meds|reconciliations|requests|transactions)$/, 'read:transactions'],
  [/^GET \/v1\/api\/balance$/, 'read:balance'],
  [/^GET \/v1\/api\/wallets$/, 'wallets:read'],
  [/^(?:POST|DELETE) \/v1\/api\/wallets/, 'wallets:write'],
  [/ \/v1\/api\/payment-links/, 'links:manage'],
  [/ \/v1\/api\/(?:listeners|webhook-)/, 'webhook:manage'],
  [/^POST \/v1\/sandbox\/(?:cases|clock|deposits|webhooks)/, 'deposit:create'],
  [/^POST \/v1\/sandbox\/withdrawals/, 'withdrawal:create'],
  [/^GET \/v1\/sandbox\/provider$/, 'read:transactions'],
];

/** The permission that such a request needs; undefined for one that any key may make. */
export function scopeFor(method: string, route: string): Scope | undefined {
  return RULES.find(([pattern]) => pattern.test(`${method} ${route}`))?.[1];
}
