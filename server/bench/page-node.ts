import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { findFreePort } from '../src/launch/free-port.ts';
import { type OpenedApp, openApp } from '../src/open-app.ts';
import { stopChild, untilItAnswers } from './child.ts';

/** API, worker and sandbox, each a process, as the launcher starts them. */
export interface PageNode {
  readonly port: number;
  /** What another process of the same gateway is given. */
  readonly app: OpenedApp;
  /** What the API has used. */
  usage(): Promise<{ readonly residentBytes: number; readonly cpuSeconds: number }>;
}

const CLI = join(import.meta.dirname, '..', 'src', 'cli.ts');

/** @param after registers what ends it, even if it never becomes ready */
export async function startPageNode(
  databaseUrl: string,
  dataDir: string,
  after: (release: () => Promise<unknown>) => void,
): Promise<PageNode> {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${String(port)}`;
  const env = {
    DATABASE_URL: databaseUrl,
    PONTE_DATA_DIR: join(dataDir, 'node'),
    PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PONTE_SANDBOX_SECRET: randomBytes(24).toString('hex'),
    PONTE_SANDBOX_WEBHOOK_SECRET: randomBytes(24).toString('hex'),
    PONTE_SANDBOX_URL: `http://127.0.0.1:${String(sandboxPort)}`,
  };
  const children = [
    startPonte(['sandbox'], { ...env, PORT: String(sandboxPort) }),
    startPonte(['start'], { ...env, PORT: String(port) }),
  ];
  after(() => Promise.all(children.map(stopChild)));
  await untilItAnswers(`${url}/readyz`);
  const app = openApp(readConfig({ ...env, PORT: String(port) }), 'bench');
  after(() => app.db.end());
  app.log.level = 'silent';
  return {
    port,
    app,
    usage: async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const metric = (name: string): number =>
        Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
      return {
        residentBytes: metric('process_resident_memory_bytes'),
        cpuSeconds: metric('process_cpu_seconds_total'),
      };
    },
  };
}

function startPonte(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  // Logs are written as in production, and discarded.
  return spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
