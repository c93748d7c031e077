import { SAMPLE_TAX_ID } from '../documents/tax-id.ts';
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
    `  -d '{"amountCents":5000,"taxId":"${SAMPLE_TAX_ID}"}'`,
  ].join('\n');
}

export const CLIENTS = ['claudeCode', 'claudeDesktop', 'vsCode', 'cursor'] as const;
export type Client = (typeof CLIENTS)[number];

export function mcpAddress(origin: string): string {
  return `${origin}/mcp`;
}

/** The configuration that each client expects, ready to be pasted. */
export function clientWith(client: Client, origin: string, key: string): string {
  const url = mcpAddress(origin);
  const authorization = `Bearer ${key}`;
  const headers = { Authorization: authorization };
  switch (client) {
    case 'claudeCode':
      return `claude mcp add --transport http ponte ${url} \\\n  --header "Authorization: ${authorization}"`;
    case 'claudeDesktop':
      // It can only start programs, so a bridge speaks HTTP for it.
      return json({
        mcpServers: {
          ponte: {
            command: 'npx',
            // Some systems split arguments at spaces, so the header's value is passed by another
            // route.
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${PONTE_AUTH}'],
            env: { PONTE_AUTH: authorization },
          },
        },
      });
    case 'vsCode':
      return json({ servers: { ponte: { type: 'http', url, headers } } });
    case 'cursor':
      return json({ mcpServers: { ponte: { url, headers } } });
  }
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
