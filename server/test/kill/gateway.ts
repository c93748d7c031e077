import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { processesWith, waitUntil } from '../../../tools/smoke/processes.ts';
import { clusterIn } from '../../src/launch/cluster.ts';
import { readDataSecrets } from '../../src/launch/data-secrets.ts';
import { embeddedUrl } from '../../src/launch/embedded-postgres.ts';
import { findFreePort } from '../../src/launch/free-port.ts';
import { readServerNote } from '../../src/launch/previous-server.ts';
import { connect, type Db } from '../../src/platform/db.ts';
import type { Generation } from './plan.ts';

const CLI = join(import.meta.dirname, '../../src/cli.ts');
const READY_MS = 60_000;
const STOP_MS = 15_000;

/** The real thing, as `npm start` starts it, and started again whenever its launcher ends. */
export interface Gateway {
  readonly url: string;
  readonly dataDir: string;
  /** A file of a failpoint's name, laid here, makes the next process that comes by die. */
  readonly failpointsDir: string;
  /** Resolves when the API can serve. */
  ready(): Promise<void>;
  /** Runs a `ponte` command and reads the object that it prints. */
  command(...args: string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Connects anew each time, since another start puts the database elsewhere. */
  withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** What launchers said of the ends of their children, and what ended a launcher but a kill. */
  reportedEnds(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startGateway(scratch: string, generation: Generation): Promise<Gateway> {
  const folder = join(scratch, generation);
  const dataDir = join(folder, 'data');
  const failpointsDir = join(folder, 'failpoints');
  await mkdir(failpointsDir, { recursive: true });
  const port = await findFreePort();
  const env = {
    ...strangersEnvironment(),
    PORT: String(port),
    PONTE_DATA_DIR: dataDir,
    PONTE_FAILPOINTS_DIR: failpointsDir,
    PONTE_SANDBOX_GENERATION: generation,
  };
  const logFile = join(folder, 'log');
  const url = `http://127.0.0.1:${String(port)}`;
  const supervised = supervise(() => startLauncher(env, logFile));
  return {
    url,
    dataDir,
    failpointsDir,
    ready: async () => {
      await waitUntil(`the ${generation} gateway is ready`, READY_MS, () => isReady(url));
    },
    command: async (...args) => {
      const run = await promisify(execFile)(process.execPath, [CLI, ...args, '--json'], { env });
      // With --json every command prints one object.
      return JSON.parse(run.stdout) as Record<string, unknown>;
    },
    withDatabase: (work) => withDatabase(dataDir, work),
    reportedEnds: async () => {
      const text = await readFile(logFile, 'utf8');
      const told = text.split('\n').filter((line) => /^The \w+ ended \(/.test(line));
      return [...told, ...supervised.ends];
    },
    stop: async () => {
      await supervised.stop();
      for (const pid of processesWith(dataDir)) kill(pid);
      await waitUntil('everything has ended', STOP_MS, () => processesWith(dataDir).length === 0);
    },
  };
}

function startLauncher(env: NodeJS.ProcessEnv, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  const launcher = spawn(process.execPath, [CLI, 'start'], { env, stdio: ['ignore', log, log] });
  closeSync(log);
  return launcher;
}

/** Without what the developer has set for a gateway of their own. */
function strangersEnvironment(): NodeJS.ProcessEnv {
  const mine = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PONTE_') && name !== 'DATABASE_URL',
  );
  return Object.fromEntries(mine);
}

interface Supervised {
  /** How launchers ended that nobody had killed. */
  readonly ends: readonly string[];
  stop(): Promise<void>;
}

/**
 * Does what a service manager does: starts at once what has ended, and ends it politely at last.
 */
function supervise(start: () => ChildProcess): Supervised {
  let stopping = false;
  let current: ChildProcess;
  const ends: string[] = [];
  const run = async (): Promise<void> => {
    while (!stopping) {
      current = start();
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      current.once('error', () => resolve()).once('exit', () => resolve());
      await ended;
      if (stopping || current.exitCode === null) continue;
      ends.push(`The launcher ended (exit code ${String(current.exitCode)})`);
      // One that cannot start at all is not to be tried without end at full speed.
      await pause(500);
    }
  };
  const over = run();
  return {
    ends,
    stop: async () => {
      stopping = true;
      current.kill('SIGTERM');
      const impatience = setTimeout(() => current.kill('SIGKILL'), STOP_MS);
      await over;
      clearTimeout(impatience);
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}

async function withDatabase<Result>(
  dataDir: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const secrets = await readDataSecrets(dataDir);
  const note = await readServerNote(clusterIn(dataDir));
  if (!note) throw new Error('the database is not running');
  const url = embeddedUrl(note.port, secrets.databasePassword);
  const db = connect({ url, connections: 1, onError: () => undefined });
  return work(db).finally(() => db.end());
}

/** Also of a process that has just ended by itself. */
export function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
