import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endProcessesWith, waitUntil } from '../../../tools/smoke/processes.ts';
import { clusterIn } from '../../src/launch/cluster.ts';
import { readDataSecrets } from '../../src/launch/data-secrets.ts';
import { embeddedUrl } from '../../src/launch/embedded-postgres.ts';
import { findFreePort } from '../../src/launch/free-port.ts';
import { readServerNote } from '../../src/launch/previous-server.ts';
import { openClientOf } from './client-of.ts';
import type { GatewayPlan } from './plan.ts';
import { askPonte, startPonte } from './ponte.ts';
import type { Installation } from './set-up.ts';
import { supervise } from './supervise.ts';
import { workOn } from './work-on.ts';

const READY_MS = 60_000;
const READY_ANSWER_MS = 5_000;
const STOP_MS = 15_000;

/** The real thing, as `npm start` starts it, restarted whenever its launcher ends. */
export interface Gateway extends Installation {
  readonly url: string;
  readonly dataDir: string;
  /** A file with a failpoint's name in here makes the next process that passes it die. */
  readonly failpointsDir: string;
  /** Resolves when the API can serve. */
  ready(): Promise<void>;
  /** Lets everything end cleanly once, since a killed process does not save its compile cache. */
  warmUp(): Promise<void>;
  /**
   * Exits reported by launchers for their children, and exits of launchers other than by a kill.
   */
  reportedEnds(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startGateway(
  scratch: string,
  { name, generation }: Pick<GatewayPlan, 'name' | 'generation'>,
): Promise<Gateway> {
  const folder = join(scratch, name);
  const dataDir = join(folder, 'data');
  const failpointsDir = join(folder, 'failpoints');
  await mkdir(failpointsDir, { recursive: true });
  const port = await findFreePort();
  const env = {
    PORT: String(port),
    PONTE_DATA_DIR: dataDir,
    PONTE_FAILPOINTS_DIR: failpointsDir,
    PONTE_SANDBOX_GENERATION: generation,
    // Payers report their own addresses.
    PONTE_TRUSTED_PROXIES: 'loopback',
  };
  const logFile = join(folder, 'log');
  const url = `http://127.0.0.1:${String(port)}`;
  const supervised = supervise('launcher', () => startPonte(['start'], env, logFile));
  const ready = async (): Promise<void> => {
    await waitUntil(`${name} is ready`, READY_MS, () => isReady(url));
  };
  return {
    url,
    dataDir,
    failpointsDir,
    ready,
    warmUp: async () => {
      await ready();
      await supervised.restart();
      await ready();
    },
    command: (...args) => askPonte(args, env),
    withDatabase: (work) => workOn(() => findDatabase(dataDir), work),
    openClient: (key, concurrency) => openClientOf(url, key, concurrency, isReady),
    logFiles: [logFile, join(dataDir, 'postgres.log')],
    secrets: async () => ({ ...(await readDataSecrets(dataDir)) }),
    reportedEnds: async () => [...(await reportedEndsIn(logFile)), ...supervised.ends],
    stop: async () => {
      await supervised.stop();
      await endProcessesWith(dataDir, STOP_MS);
    },
  };
}

/** The exits of its children that a launcher reported. */
export async function reportedEndsIn(logFile: string): Promise<string[]> {
  const text = await readFile(logFile, 'utf8');
  return text.split('\n').filter((line) => /^The \w+ ended \(/.test(line));
}

export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(READY_ANSWER_MS) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}

async function findDatabase(dataDir: string): Promise<string> {
  const secrets = await readDataSecrets(dataDir);
  const note = await readServerNote(clusterIn(dataDir));
  if (!note) throw new Error('the database is not running');
  return embeddedUrl(note.port, secrets.databasePassword);
}
