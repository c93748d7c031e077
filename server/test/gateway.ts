import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { after } from 'node:test';
import { openApi } from '../src/api.ts';
import { readConfig } from '../src/config.ts';
import { ENTRIES } from '../src/launch/entries.ts';
import { findFreePort } from '../src/launch/free-port.ts';
import { openUnblinder } from '../src/liquid/open-unblinder.ts';
import { type OpenedApp, openApp } from '../src/open-app.ts';
import { runJobs } from '../src/platform/job-loop.ts';
import type { SandboxControl } from '../src/sandbox/control.ts';
import { openDispatcher } from '../src/webhooks/deliver.ts';
import { workerJobs } from '../src/worker.ts';
import { GATHER, type Scope, testDatabase } from './database.ts';

export interface Gateway {
  readonly url: string;
  readonly app: OpenedApp;
  readonly sandbox: SandboxControl;
  /** What the provider's `Authorization: Basic` carries, by mode; live has no provider here. */
  readonly webhookSecrets: { readonly test: string; readonly live: string };
}

interface GatewayOptions {
  /** Further environment variables of the process. */
  readonly env?: Readonly<Record<string, string>>;
  /** False leaves the jobs to the test, which then takes each turn itself. */
  readonly worker?: boolean;
  /** `api` has the time limits of an API process, where a test is about them. */
  readonly name?: 'api' | 'command';
  /** Puts something between the gateway and the database; returns its URL. */
  readonly through?: (databaseUrl: string) => Promise<string>;
}

/**
 * A whole gateway with a dedicated database: API and worker in this process, the sandbox beside it.
 */
export async function openGateway(
  scope: Scope = { after },
  { env = {}, worker = true, name = 'command', through }: GatewayOptions = {},
): Promise<Gateway> {
  const directUrl = await testDatabase(scope);
  const databaseUrl = through ? await through(directUrl) : directUrl;
  const secret = randomSecret();
  const webhookSecrets = { test: randomSecret(), live: randomSecret() };
  const simulator = await startSimulator(databaseUrl, secret, env);
  const settings = {
    DATABASE_URL: databaseUrl,
    PONTE_DATABASE_GATHER: GATHER,
    PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PONTE_SANDBOX_URL: simulator.url,
    PONTE_SANDBOX_SECRET: secret,
    PONTE_SANDBOX_WEBHOOK_SECRET: webhookSecrets.test,
    PONTE_EULEN_WEBHOOK_SECRET: webhookSecrets.live,
    ...env,
  };
  const { app, http } = await listenOnFreePort(settings, name);
  if (!app.sandbox) throw new Error('the sandbox is not configured');
  const dispatcher = openDispatcher(app);
  const unblinder = openUnblinder();
  const loop = runJobs(worker ? workerJobs(app, dispatcher, unblinder) : [], app.log);
  scope.after(async () => {
    // First, so that no turn waits for a response of the provider.
    await simulator.stop();
    await loop.stop();
    await dispatcher.drain();
    await unblinder.close();
    await http.close();
    await app.db.end();
  });
  return { url: app.config.baseUrl, app, sandbox: app.sandbox, webhookSecrets };
}

/** An API whose address is in its settings; another file's may have taken a free port meanwhile. */
async function listenOnFreePort(
  settings: Readonly<Record<string, string>>,
  name: 'api' | 'command',
): Promise<{ app: OpenedApp; http: ReturnType<typeof openApi> }> {
  for (;;) {
    const port = await findFreePort();
    const app = openApp(readConfig({ ...settings, PORT: String(port) }), name);
    app.log.level = 'silent';
    const http = openApi(app);
    try {
      await http.listen({ host: app.config.host, port });
      return { app, http };
    } catch (error) {
      await http.close();
      await app.db.end();
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
}

/** The equivalent of another API process: routes and connections of its own, the same database. */
export async function openNode(
  { app }: Gateway,
  scope: Scope = { after },
): Promise<{ url: string; app: OpenedApp }> {
  const node = openApp(app.config, 'command');
  node.log.level = 'silent';
  const http = openApi(node);
  scope.after(async () => {
    await http.close();
    await node.db.end();
  });
  return { url: await http.listen({ host: '127.0.0.1', port: 0 }), app: node };
}

/** The sandbox in a separate process, which ends with this one whatever happens. */
async function startSimulator(
  databaseUrl: string,
  secret: string,
  env: Readonly<Record<string, string>>,
) {
  const child = spawn(process.execPath, [ENTRIES.simulator], {
    env: {
      ...process.env,
      PONTE_DATABASE_POOLED: env['PONTE_DATABASE_POOLED'] ?? 'false',
      PONTE_SANDBOX_STRICT: env['PONTE_SANDBOX_STRICT'] ?? 'false',
      DATABASE_URL: databaseUrl,
      PONTE_SANDBOX_PORT: '0',
      PONTE_SANDBOX_SECRET: secret,
      PONTE_PARENT_PIPE: '1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const gone = once(child, 'exit');
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const url = /^sandbox listening on (http:\S+)\n/m.exec(printed)?.[1];
    if (url === undefined) continue;
    return {
      url,
      stop: async () => {
        child.kill('SIGTERM');
        await gone;
      },
    };
  }
  throw new Error('the sandbox ended before it listened');
}

function randomSecret(): string {
  return randomBytes(24).toString('hex');
}
