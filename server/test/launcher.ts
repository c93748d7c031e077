import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { LaunchSettings, ReadyAddresses } from '../src/launch/launch-settings.ts';
import { waitFor } from '../src/launch/wait-for.ts';

const SERVER = join(import.meta.dirname, '..');

/** Small stand-ins for the real children: they report who they are, and end with their input. */
const CHILDREN = {
  'api.mjs': `
    import { createServer } from 'node:http';
    process.stdin.on('end', () => process.exit()).resume();
    process.on('SIGTERM', () => process.env.STUBBORN || process.exit());
    createServer((request, response) => response.end(JSON.stringify({ pid: process.pid, env: process.env })))
      .listen(Number(process.env.PORT), process.env.PONTE_HOST);`,
  'simulator.mjs': `
    import { createServer } from 'node:http';
    process.stdin.on('end', () => process.exit()).resume();
    createServer((request, response) => response.end(JSON.stringify({ pid: process.pid, env: process.env })))
      .listen(Number(process.env.PONTE_SANDBOX_PORT), process.env.PONTE_SANDBOX_HOST);`,
  'worker.mjs': `
    process.stdin.on('end', () => process.exit()).resume();
    console.log('worker ready');`,
  'launcher.mjs': `
    const [, , server, given] = process.argv;
    const { launch } = await import(server + '/src/launch/launch.ts');
    const settings = { env: process.env, ...JSON.parse(given) };
    const onReady = async (addresses) => {
      console.log('READY ' + JSON.stringify(addresses));
      if (settings.env.SPEECHLESS) throw new Error('the connection is gone');
    };
    process.exit(await launch({ ...settings, onReady }));`,
  'server-alone.mjs': `
    const [, , server, options] = process.argv;
    const { startEmbeddedPostgres } = await import(server + '/src/launch/embedded-postgres.ts');
    const { url } = await startEmbeddedPostgres(JSON.parse(options));
    console.log('READY ' + JSON.stringify({ databaseUrl: url }));`,
};

/** Runs the program that follows in namespaces of its own, as in a container. */
const CONTAINER = [
  ...['unshare', '--net', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c'],
  // The container outlives the program.
  'ip link set lo up; "$@"; code=$?; [ $code -gt 128 ] && sleep 60; exit $code',
  'sh',
];

/** Undefined if this machine does not let us create one. */
export function makeContainer(): string[] | undefined {
  const [unshare = '', ...args] = [...CONTAINER, 'true'];
  return spawnSync(unshare, args).status === 0 ? CONTAINER : undefined;
}

/**
 * What has to end before a scratch directory can be removed; the test's own hooks run too late for
 * that.
 */
const endings = new Map<string, (() => Promise<unknown>)[]>();

export function beforeRemoval(scratch: string, end: () => Promise<unknown>): void {
  endings.get(scratch)?.push(end);
}

/**
 * A directory for this test, with the stand-ins in it; removed when what was started there has
 * ended.
 */
export async function makeScratch(t: TestContext): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'ponte-launch-'));
  endings.set(scratch, []);
  t.after(() => removeScratch(scratch));
  // Other users must be able to reach what belongs to them.
  await chmod(scratch, 0o755);
  const files = { ...CHILDREN, '0001_rows.sql': 'create table rows (id text);' };
  for (const [name, text] of Object.entries(files)) await writeFile(join(scratch, name), text);
  return scratch;
}

async function removeScratch(scratch: string): Promise<void> {
  for (const end of (endings.get(scratch) ?? []).toReversed()) await end();
  const gone = await allGone(scratch, 8_000);
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  if (!gone) throw new Error(`Something started in ${scratch} does not exit.`);
}

/** A process that has ended but was not reaped yet does not count as alive. */
export function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

export interface Launched {
  process: ChildProcess;
  pid: number;
  ready: Promise<ReadyAddresses>;
  /** Resolves to the exit code, or to the signal that ended it. */
  ended: Promise<number | string>;
  errors(): string;
}

interface Surroundings {
  readonly user?: { uid: number; gid: number } | undefined;
  /** A program and arguments that run the script. */
  readonly within?: readonly string[] | undefined;
}

interface Options extends Partial<LaunchSettings>, Surroundings {
  /** The directory of a copy of the server, if it is not ours that is to run. */
  server?: string;
}

/** Starts a launcher in a process of its own, with stand-ins for the children. */
export function startLauncher(scratch: string, options: Options = {}): Launched {
  const { server = SERVER, user, within, ...settings } = options;
  const entries = {
    api: join(scratch, 'api.mjs'),
    worker: join(scratch, 'worker.mjs'),
    simulator: join(scratch, 'simulator.mjs'),
    migrations: scratch,
  };
  const dataDir = join(scratch, 'data');
  const whole = { role: 'all', dataDir, host: '127.0.0.1', port: 0, entries, ...settings };
  return startScript(scratch, 'launcher.mjs', server, whole, { user, within });
}

/** Starts a process that does nothing but run an embedded PostgreSQL. */
export function startServerAlone(scratch: string, surroundings: Surroundings = {}): Launched {
  const options = { dataDir: join(scratch, 'data'), password: 'secret' };
  return startScript(scratch, 'server-alone.mjs', SERVER, options, surroundings);
}

function startScript(
  scratch: string,
  script: string,
  server: string,
  settings: object,
  { user, within = [] }: Surroundings = {},
): Launched {
  const node = [process.execPath, join(scratch, script), server, JSON.stringify(settings)];
  const [program = '', ...args] = [...within, ...node];
  const child = spawn(program, args, {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (errors += String(chunk)));
  const { promise: ended, resolve } = Promise.withResolvers<number | string>();
  child.on('exit', (code, signal) => resolve(signal ?? code ?? 'nothing'));
  const launched = { process: child, pid: child.pid ?? 0, ended, errors: () => errors };
  beforeRemoval(scratch, () => {
    child.kill('SIGKILL');
    return ended;
  });
  const ready = waitForReady(
    () => output,
    () => child.exitCode ?? child.signalCode,
    () => errors,
  );
  // Not every test awaits it.
  ready.catch(() => undefined);
  return { ...launched, ready };
}

async function waitForReady(
  output: () => string,
  exit: () => unknown,
  errors: () => string,
): Promise<ReadyAddresses> {
  const text = await waitFor(
    () => {
      const found = /^READY (.*)$/m.exec(output())?.[1];
      return found ?? (exit() === null ? undefined : '');
    },
    { timeoutMs: 30_000 },
  );
  if (!text) throw new Error(`The launcher did not become ready: ${errors()}`);
  // The test's launcher wrote it a moment ago.
  return JSON.parse(text) as ReadyAddresses;
}

/** Every living process whose command line contains `text`. */
export async function findProcesses(text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, index) => commands[index]?.includes(text));
}

/** Waits until no process mentions `text` any more; false if some still do. */
export async function allGone(text: string, timeoutMs: number): Promise<boolean> {
  const gone = await waitFor(
    async () => ((await findProcesses(text)).length === 0 ? true : undefined),
    { timeoutMs },
  );
  return gone ?? false;
}

export interface Role {
  readonly pid: number;
  readonly env: Record<string, string>;
}

/** What a child's stand-in says about itself. */
export async function askRole(url: string | undefined): Promise<Role> {
  assert.ok(url);
  const answer = await fetch(url);
  // Written by our own stand-in.
  return (await answer.json()) as Role;
}
