import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { API_OPTIONS, ENTRIES } from '../src/launch/entries.ts';
import { findFreePort } from '../src/launch/free-port.ts';
import type { Mode } from '../src/accounts/environment.ts';
import { type Child, REPORTS_USAGE, startChild, untilItAnswers } from './child.ts';
import type { Stage } from './scenario.ts';
import { ADDRESS, addTenants, connectPatiently, type Tenant } from './tenants.ts';

/** API processes before a provider that answers at once, and tenants on their database. */
export interface BenchGateway {
  readonly url: string;
  readonly tenants: readonly Tenant[];
  readonly ports: readonly number[];
  /** Each can be asked for what it uses. */
  readonly processes: readonly Child[];
  /** What a worker of the same gateway is started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly provider: BenchProvider;
}

export interface BenchProvider {
  readonly url: string;
  readonly child: Child;
  /** How many it made. */
  charges(): Promise<number>;
}

interface GatewayOptions {
  readonly processes?: number;
  readonly tenants?: number;
  /** Live unless told; in test webhooks may go to a receiver without TLS. */
  readonly mode?: Mode;
}

/** What the provider puts into `Authorization: Basic`, with its notices. */
export const WEBHOOK_SECRET = 'bench-notices';

/** @param url of a database with nobody in it yet */
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
    // A provider that counts calls would be the only limit to be seen.
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

/** The provider takes the place of the sandbox too, whose controls it answers without heed. */
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
      // Our own provider wrote it.
      const { charges } = (await (await fetch(url)).json()) as { charges: number };
      return charges;
    },
  };
}
