import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
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
  /** The database as it can be reached now; another start puts it elsewhere. */
  openDatabase(): Promise<Db>;
  /** The lines in which launchers told of ends that nobody had asked for. */
  reportedEnds(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startGateway(
  scratch: string,
  { generation }: { readonly generation: Generation },
): Promise<Gateway> {
  const folder = join(scratch, generation);
  const dataDir = join(folder, 'data');
  const failpointsDir = join(folder, 'failpoints');
  await mkdir(failpointsDir, { recursive: true });
  const port = await findFreePort();
  const env = {
    ...process.env,
    DATABASE_URL: undefined,
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
    openDatabase: () => openDatabase(dataDir),
    reportedEnds: async () => {
      const text = await readFile(logFile, 'utf8');
      return text.split('\n').filter((line) => /^The \w+ ended \(/.test(line));
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

interface Supervised {
  stop(): Promise<void>;
}

/** Does what a service manager does: starts at once what has ended, and ends it politely at last. */
function supervise(start: () => ChildProcess): Supervised {
  let stopping = false;
  let current: ChildProcess;
  const run = async (): Promise<void> => {
    while (!stopping) {
      current = start();
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      current.once('error', () => resolve()).once('exit', () => resolve());
      await ended;
      // One that cannot start at all is not to be tried without end at full speed.
      if (!stopping && current.exitCode !== null) await pause(500);
    }
  };
  const over = run();
  return {
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

async function openDatabase(dataDir: string): Promise<Db> {
  const [secrets, note] = [
    await readDataSecrets(dataDir),
    await readServerNote(clusterIn(dataDir)),
  ];
  if (!note) throw new Error('the database is not running');
  const url = embeddedUrl(note.port, secrets.databasePassword);
  return connect({ url, connections: 2, onError: () => undefined });
}

/** Also of a process that has just ended by itself. */
export function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
