import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { openApp } from '../../src/open-app.ts';
import type { Scope } from '../database.ts';
import type { Gateway } from '../gateway.ts';
import { CLI, strangersEnvironment } from '../kill/ponte.ts';

const READY_MS = 60_000;

type Env = Readonly<Record<string, string>>;

/** `ponte start` or `ponte sandbox` in a separate process, with its children. */
export interface Node {
  readonly url: string;
  /** Everything it and its children have printed. */
  printed(): string;
  /** The exits of children that its launcher reported, and its own. */
  ends(): string[];
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts one and waits until it serves; it is gone when the scope has ended. */
export async function startNode(scope: Scope, args: readonly string[], env: Env): Promise<Node> {
  const { child, printed, gone } = spawnPonte(args, env);
  const end = { text: undefined as string | undefined };
  void gone.then((text) => (end.text = text));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    const impatience = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await gone;
    clearTimeout(impatience);
  };
  scope.after(() => stop());
  const ready = readyLine(args);
  const deadline = performance.now() + READY_MS;
  while (!ready.test(printed())) {
    if (end.text !== undefined || performance.now() > deadline) {
      throw new Error(`ponte ${args.join(' ')} did not begin to serve: ${printed()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url: ready.exec(printed())?.[1] ?? '',
    printed,
    ends: () => [
      ...endsIn(printed()),
      ...(end.text === undefined ? [] : [`ponte ${args.join(' ')} ended (${end.text})`]),
    ],
    stop,
  };
}

/** Each with the errors printed before, which are in no log. */
function endsIn(text: string): string[] {
  const lines = text.match(/^(The \w+ ended |\w*error: ).*$/gim) ?? [];
  return lines.slice(0, lines.findLastIndex((line) => line.startsWith('The ')) + 1);
}

/** What it prints when it serves; a worker alone has no address. */
function readyLine(args: readonly string[]): RegExp {
  if (args.includes('worker')) return /^worker ready$/m;
  if (args[0] === 'sandbox') return /^The simulated provider is ready at (\S+)$/m;
  return /^Ponte is ready at (\S+)$/m;
}

interface Spawned {
  readonly child: ChildProcess;
  readonly printed: () => string;
  readonly gone: Promise<string>;
}

function spawnPonte(args: readonly string[], env: Env): Spawned {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...strangersEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  }
  const { promise: gone, resolve } = Promise.withResolvers<string>();
  child.once('exit', (code, signal) => resolve(signal ?? `exit code ${String(code)}`));
  return { child, printed: () => text, gone };
}

/** A `ponte` command; its output, once it has succeeded. */
export async function runCommand(args: readonly string[], env: Env): Promise<string> {
  const { printed, gone } = spawnPonte(args, env);
  const end = await gone;
  if (end !== 'exit code 0') throw new Error(`ponte ${args.join(' ')}: ${end}: ${printed()}`);
  return printed();
}

/** A directory that the database's user can traverse, removed with the scope. */
export async function makeDirectory(scope: Scope): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-roles-'));
  await chmod(directory, 0o755);
  scope.after(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}

/** The environment shared by all nodes of one installation on an operator's database. */
export function sharedEnvironment(databaseUrl: string, dataDir: string): Env {
  return {
    DATABASE_URL: databaseUrl,
    PONTE_DATA_DIR: dataDir,
    PORT: '0',
    PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PONTE_SANDBOX_SECRET: randomBytes(24).toString('hex'),
    PONTE_SANDBOX_WEBHOOK_SECRET: randomBytes(24).toString('hex'),
  };
}

/** The installation's database and address, for the helpers that open merchants at a gateway. */
export function gatewayAt(scope: Scope, url: string, env: Env): Gateway {
  const app = openApp(readConfig({ ...env, PONTE_SANDBOX_URL: 'http://127.0.0.1:9' }), 'command');
  app.log.level = 'silent';
  scope.after(() => app.db.end());
  if (!app.sandbox) throw new Error('the sandbox is not configured');
  return { url, app, sandbox: app.sandbox, webhookSecrets: { test: '', live: '' } };
}
