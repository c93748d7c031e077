import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from './wait-for.ts';

/** What PostgreSQL writes into its directory about the running server. */
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
 * The command of a server that keeps a named pipe in its directory open as long as any of its
 * processes lives. Other containers can check that, whereas the pid in the note means nothing to
 * them. On a file system without pipes, the server runs without one.
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
 * caller holds the directory, so a server that is still running there has no owner.
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
  // Fast shutdown first, then immediate shutdown, after which the next start recovers without loss.
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

/** Waits for a server of another container, which only its guard can end. */
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

/** Sends a signal to a process that may already have ended. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone, which is what we wanted.
  }
}

/** The command line of a process: empty for one that is exiting, undefined if there is none. */
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
 * The pid in the note now belongs to an unrelated process, because of which PostgreSQL would refuse
 * to start forever. Only the pid is replaced, by one that no process can have: by the rest,
 * PostgreSQL checks whether children of the old server are still attached.
 */
async function disclaim(cluster: string, pid: number): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  // A server that ends by itself deletes its note, possibly while we wait for it.
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) await writeFile(path, text.replace(String(pid), '2147483647'));
}
