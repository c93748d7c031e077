import { type ChildProcess, spawn } from 'node:child_process';
import { ROOT } from '../repository.ts';
import { parentOf, processesWith, waitUntil } from './processes.ts';

const READY_MS = 60_000;

/** `npm start`, as a newcomer types it. */
export interface Gateway {
  readonly npm: ChildProcess;
  /** The process that npm started, to which a supervisor would send its signals. */
  readonly launcher: number;
  readonly url: string;
  readonly readyAfterMs: number;
  /** Everything it has printed so far. */
  readonly output: () => string;
  readonly exitStatus: Promise<number | null>;
}

export async function startGateway(environment: NodeJS.ProcessEnv): Promise<Gateway> {
  const { PONTE_DATA_DIR: dataDir = '', PORT: port } = environment;
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const exitStatus = new Promise<number | null>((resolve) => npm.once('close', resolve));
  const url = `http://127.0.0.1:${port}`;
  const readyAfterMs = await waitUntil('npm start is ready', READY_MS, () => {
    if (npm.exitCode !== null) throw new Error(`npm start ended with status ${npm.exitCode}.`);
    return answers(`${url}/readyz`);
  });
  const launcher = processesWith(dataDir).find((pid) => parentOf(pid) === npm.pid);
  if (launcher === undefined) throw new Error('npm start has no child process.');
  return { npm, launcher, url, readyAfterMs, output: () => output, exitStatus };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
