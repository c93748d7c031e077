import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { API_OPTIONS, ENTRIES } from '../src/launch/entries.ts';
import { findFreePort } from '../src/launch/free-port.ts';
import type { Mode } from '../src/accounts/environment.ts';
import { type Child, REPORTS_USAGE, startChild, untilItAnswers } from './child.ts';
import type { Stage } from './scenario.ts';
import { ADDRESS, addTenants, connectPatiently, type Tenant } from './tenants.ts';

/** API processes in front of an instant provider, and tenants in their database. */
export interface BenchGateway {
  readonly url: string;
  readonly tenants: readonly Tenant[];
  readonly ports: readonly number[];
  /** Each can be asked what it uses. */
  readonly processes: readonly Child[];
  /** The environment for starting a worker of the same gateway. */
  readonly env: Readonly<Record<string, string>>;
  readonly provider: BenchProvider;
}

export interface BenchProvider {
  readonly url: string;
  readonly child: Child;
  /** How many charges it made. */
  charges(): Promise<number>;
}

interface GatewayOptions {
  readonly processes?: number;
  readonly tenants?: number;
  /** Live by default; in test webhooks may go to a receiver without TLS. */
  readonly mode?: Mode;
}

/** What the provider's notices carry in `Authorization: Basic`. */
export const WEBHOOK_SECRET = 'bench-notices';

/** @param url of a database without any accounts yet */
export async function openGateway(
  stage: Stage,
  url: string,
  { processes = 1, tenants, mode = 'live' }: GatewayOptions = {},
): Promise<BenchGateway> {
  const db = connectPatiently(url);
  const added = await addTenants(db, tenants, mode).finally(() => db.end());
  const provider = await startProvider(stage);
  const env = {
    DATABASE_URL: url,
    PONTE_PARENT_PIPE: 'true',
    PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    ...(mode === 'live' ? liveSettings(provider.url) : testSettings(provider.url)),
    // Otherwise a rate-limited provider would be the only limit to be seen.
    PONTE_PROVIDER_BUDGETS: 'none',
    PONTE_WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  const ports: number[] = [];
  for (let count = 0; count < processes; count += 1) ports.push(await findFreePort());
  const nodeOptions = [...API_OPTIONS, ...REPORTS_USAGE, ...stage.nodeOptions];
  const children = ports.map((port) =>
    startChild(ENTRIES.api, { env: { ...env, PORT: String(port) }, nodeOptions }),
  );
  for (const child of children) stage.after(() => child.stop());
  await Promise.all(ports.map((port) => untilItAnswers(`http://127.0.0.1:${String(port)}/readyz`)));
  return {
    ...{ url, tenants: added, ports, processes: children, env },
    provider,
  };
}

function liveSettings(url: string): Record<string, string> {
  return {
    PONTE_EULEN_TOKEN: 'bench',
    PONTE_EULEN_BASE_URL: url,
    PONTE_EULEN_WEBHOOK_SECRET: WEBHOOK_SECRET,
    PONTE_SPLIT_ADDRESS: ADDRESS,
  };
}

/** The provider also replaces the sandbox, and answers its control calls without acting on them. */
function testSettings(url: string): Record<string, string> {
  return {
    PONTE_SANDBOX_URL: url,
    PONTE_SANDBOX_SECRET: 'bench',
    PONTE_SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
}

export async function startProvider(stage: Stage): Promise<BenchProvider> {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const child = startChild(join(import.meta.dirname, 'instant-provider.ts'), {
    args: [port],
    nodeOptions: REPORTS_USAGE,
  });
  stage.after(() => child.stop());
  await untilItAnswers(url);
  return {
    url,
    child,
    charges: async () => {
      // Written by our own provider.
      const { charges } = (await (await fetch(url)).json()) as { charges: number };
      return charges;
    },
  };
}
