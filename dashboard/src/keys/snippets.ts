import type { Scope } from './scopes.ts';

export function envWith(origin: string, key: string): string {
  return `PONTE_URL=${origin}\nPONTE_KEY=${key}\n`;
}

interface Key {
  readonly key: string;
  readonly mode: 'test' | 'live';
  readonly scopes: readonly Scope[];
}

/** A first call that this key may make: a charge in test mode, else a read that costs nothing. */
export function curlWith(origin: string, { key, mode, scopes }: Key): string {
  const authorization = `  -H "Authorization: Bearer ${key}"`;
  if (mode === 'live' || !scopes.includes('deposit:create')) {
    return `curl -sS ${origin}/v1/api/fees \\\n${authorization}`;
  }
  return [
    `curl -sS ${origin}/v1/api/deposit \\`,
    `${authorization} \\`,
    `  -H "Idempotency-Key: $(date +%s)" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"amountCents":5000,"taxId":"12345678909"}'`,
  ].join('\n');
}
