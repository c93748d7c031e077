import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENTRIES } from '../../src/launch/entries.ts';
import { findFreePort } from '../../src/launch/free-port.ts';
import type { Scope } from '../database.ts';
import type { Gateway } from '../gateway.ts';
import { isReady } from '../kill/gateway.ts';
import { until } from '../receiver.ts';

/** An API or a worker in a process of its own, beside a gateway and on its database. */
export interface RoleProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly pid: number;
  /** How it ended: a signal or an exit code. */
  readonly ended: Promise<string>;
  hasEnded(): boolean;
  /** Its output so far. */
  printed(): string;
}

interface Settings {
  readonly env?: Readonly<Record<string, string>>;
  /** That of another release; ours by default. */
  readonly entry?: string;
  /** Options for Node itself. */
  readonly node?: readonly string[];
}

const READY_MS = 60_000;

export async function startRole(
  scope: Scope,
  { app }: Pick<Gateway, 'app'>,
  role: 'api' | 'worker',
  { env = {}, node = [], entry = ENTRIES[role] }: Settings = {},
): Promise<RoleProcess> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [...node, entry], {
    env: { ...process.env, ...app.config.env, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
  let end: string | undefined;
  const ended = once(child, 'exit').then(([code, signal]: unknown[]) => {
    end = String(signal ?? code);
    return end;
  });
  scope.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = `http://127.0.0.1:${String(port)}`;
  const hasStarted = async (): Promise<boolean> => {
    if (end !== undefined) throw new Error(`the ${role} exited (${end}): ${text}`);
    return role === 'worker' ? text.includes('worker ready') : isReady(url);
  };
  await until(hasStarted, READY_MS);
  const pid = child.pid ?? 0;
  return { url, child, pid, ended, hasEnded: () => end !== undefined, printed: () => text };
}

/** A directory with a failpoint's file: the first process to pass that place dies. */
export async function layFailpoint(scope: Scope, place: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-failpoints-'));
  scope.after(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, place), '');
  return directory;
}

/** Starts a worker that dies, as in a power cut, as soon as it reaches this place. */
export async function dieAt(
  scope: Scope,
  { app }: Pick<Gateway, 'app'>,
  place: string,
): Promise<void> {
  const directory = await layFailpoint(scope, place);
  const env = { ...process.env, ...app.config.env, PONTE_FAILPOINTS_DIR: directory };
  const worker = spawn(process.execPath, [ENTRIES.worker], { env, stdio: 'ignore' });
  scope.after(() => void worker.kill('SIGKILL'));
  const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL', `it died at ${place}`);
}

/** The resident memory of a running process. */
export async function residentMb({ pid }: RoleProcess): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  assert.ok(kb, 'no memory is reported');
  return Number(kb) / 1_024;
}
