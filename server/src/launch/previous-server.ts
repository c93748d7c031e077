import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from './wait-for.ts';

/** What PostgreSQL writes into its directory about the server that serves it. */
export interface ServerNote {
  readonly pid: number;
  readonly port: number;
}

export async function readServerNote(cluster: string): Promise<ServerNote | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port] = text.split('\n');
  return Number(pid) > 0 ? { pid: Number(pid), port: Number(port) } : undefined;
}

/**
 * The command of a server that has a pipe in its directory open for as long as any process of it
 * lives. Other containers see that too, where the number in the note says nothing. Where a file
 * system has no pipes it serves without.
 */
export function withSignOfLife(cluster: string, command: string[]): string[] {
  const script = '[ -p "$0" ] || mkfifo -m 600 "$0"; [ -p "$0" ] && exec 4<>"$0"; exec "$@"';
  return ['/bin/sh', '-c', script, signOfLife(cluster), ...command];
}

function signOfLife(cluster: string): string {
  return join(cluster, 'serving');
}

/** A pipe that nobody has open for reading cannot be opened for writing. */
async function isServed(cluster: string): Promise<boolean> {
  const flags = constants.O_WRONLY | constants.O_NONBLOCK;
  const pipe = await open(signOfLife(cluster), flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENXIO' || error.code === 'ENOENT') return undefined;
    throw error;
  });
  await pipe?.close();
  return pipe !== undefined;
}

/**
 * Ends a server that outlived its launcher, so that there are never two on one directory. The
 * caller holds the directory: whatever serves it now has no owner any more.
 */
export async function endPreviousServer(cluster: string): Promise<void> {
  const note = await readServerNote(cluster);
  if (!note) return;
  const command = await readCommand(note.pid);
  if (command === undefined || !serves(command, cluster)) {
    await outwait(cluster);
    if (command !== undefined) await disclaim(cluster, note.pid);
    return;
  }
  // Fast shutdown first, then the immediate one, from which the next start recovers without loss.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalIfAlive(note.pid, signal);
    const gone = await waitFor(
      async () => (serves((await readCommand(note.pid)) ?? '', cluster) ? undefined : true),
      { timeoutMs: 10_000 },
    );
    if (gone) return;
  }
  throw new Error(
    `A PostgreSQL server (process ${note.pid}) still serves ${cluster} and does not end.`,
  );
}

/** Its guard ends a server of another container, which we cannot. */
async function outwait(cluster: string): Promise<void> {
  const gone = await waitFor(async () => ((await isServed(cluster)) ? undefined : true), {
    timeoutMs: 10_000,
  });
  if (!gone) {
    throw new Error(`A PostgreSQL server, maybe of another container, still serves ${cluster}.`);
  }
}

function serves(command: string, cluster: string): boolean {
  return command.includes(`/postgres -D ${cluster} `);
}

/** Sends a signal to a process that may have ended meanwhile. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone, which is all we wanted.
  }
}

/** The command line of a process: empty for one that is ending, nothing when there is none. */
async function readCommand(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
    return text?.replaceAll('\0', ' ');
  }
  const ps = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return ps && `${ps.stdout.trim()} `;
}

/**
 * The number in the note has gone to a stranger, for whose sake PostgreSQL would refuse to start
 * for ever. Only the number is replaced, by one that no process can have: by the rest PostgreSQL
 * sees whether children of the old server are still attached.
 */
async function disclaim(cluster: string, pid: number): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  // A server that ends by itself takes its note with it, also while its end is waited for.
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) await writeFile(path, text.replace(String(pid), '2147483647'));
}
