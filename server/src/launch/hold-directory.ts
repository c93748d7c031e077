import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { lockFile } from './lock-file.ts';
import { waitFor } from './wait-for.ts';

/** A `start` lasts until it is stopped; a `command` ends soon. */
export type HolderKind = 'start' | 'command';

export interface Hold {
  release(): Promise<void>;
}

interface Claim {
  readonly kind: HolderKind;
  /** Holds for different purposes do not conflict. */
  readonly purpose: string;
  /**
   * Conflicts only within one network namespace, like a port: containers may share the directory.
   */
  readonly perNetwork?: boolean;
}

/** A living process holds the directory. `pid` is undefined if it is too busy to answer. */
export class DirectoryHeldError extends Error {
  readonly pid: number | undefined;
  readonly kind: HolderKind;
  readonly holder: string;

  constructor(directory: string, pid: number | undefined, kind: HolderKind) {
    const holder = pid ? `process ${pid}` : 'another process, maybe of another container';
    super(
      kind === 'start'
        ? `${directory} is in use by ${holder}.`
        : `A command is still working on ${directory} (${holder}). Try again when it is done.`,
    );
    this.pid = pid;
    this.kind = kind;
    this.holder = holder;
  }
}

/**
 * Holds a directory until `release`, or until we die, even by `kill -9`: the kernel does the
 * bookkeeping, so no hold becomes stale.
 * @throws DirectoryHeldError if somebody else holds it
 */
export async function holdDirectory(directory: string, claim: Claim): Promise<Hold> {
  return process.platform === 'linux'
    ? holdBySocketAndLock(directory, claim)
    : holdByLockedFile(directory, claim);
}

/** Who holds a directory now, if anybody. */
export async function findHolder(directory: string): Promise<DirectoryHeldError | undefined> {
  try {
    const hold = await holdDirectory(directory, { kind: 'command', purpose: 'ponte' });
    await hold.release();
    return undefined;
  } catch (error) {
    if (error instanceof DirectoryHeldError) return error;
    throw error;
  }
}

/** Like `holdDirectory`, but waits at most `maxWaitMs` for commands to finish. */
export async function holdDirectoryAfterCommands(
  directory: string,
  claim: Claim,
  maxWaitMs: number,
  signal?: AbortSignal,
): Promise<Hold> {
  let last: unknown;
  const hold = await waitFor(
    async () => {
      try {
        return await holdDirectory(directory, claim);
      } catch (error) {
        if (!(error instanceof DirectoryHeldError) || error.kind !== 'command') throw error;
        last = error;
        return undefined;
      }
    },
    { timeoutMs: maxWaitMs, everyMs: 100, signal },
  );
  if (!hold) throw last;
  return hold;
}

/** Containers do not see each other's sockets, but do see locks on a file that they share. */
async function holdBySocketAndLock(directory: string, claim: Claim): Promise<Hold> {
  const name = await holdBySocket(directory, claim);
  if (claim.perNetwork) return name;
  try {
    const unlock = await lockFile(join(directory, `${claim.purpose}.lock`));
    if (!unlock) throw new DirectoryHeldError(directory, undefined, 'start');
    return {
      release() {
        // First, so that whoever gets the name next finds the file unlocked.
        unlock();
        return name.release();
      },
    };
  } catch (error) {
    await name.release();
    throw error;
  }
}

/** A name in Linux's abstract socket namespace belongs to one process, and disappears with it. */
async function holdBySocket(directory: string, claim: Claim): Promise<Hold> {
  const address = await socketAddress(directory, claim.purpose);
  // Repeated, since the holder may let go between our two attempts.
  for (let attempt = 1; ; attempt += 1) {
    const server = await listen(address, describe(claim.kind));
    if (server) return { release: () => close(server) };
    const holder = await askHolder(address);
    if (holder !== undefined) throw heldError(directory, holder);
    // So many holders in such a short time are commands that come and go, not one that stays.
    if (attempt === 20) throw new DirectoryHeldError(directory, undefined, 'command');
  }
}

async function socketAddress(directory: string, purpose: string): Promise<string> {
  // Device and inode identify the directory, however its path is written.
  const { dev, ino } = await stat(directory, { bigint: true });
  const hash = createHash('sha256').update(`${dev}:${ino}:${purpose}`).digest('hex');
  return `\0ponte-${hash}`;
}

function listen(address: string, greeting: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(greeting, () => socket.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen({ path: address, exclusive: true }, () => {
      // Holding alone must not keep the process alive.
      server.unref();
      resolve(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** The holder's description of itself; undefined if there is none any more. */
async function askHolder(address: string): Promise<string | undefined> {
  const socket = connect({ path: address });
  const timeout = AbortSignal.timeout(2_000);
  addAbortSignal(timeout, socket);
  try {
    // An empty answer means that it let go of the name before it got to us.
    return (await text(socket)) || undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error && error.code;
    const gone = code === 'ECONNREFUSED' || code === 'ECONNRESET';
    // A holder that is suspended or overloaded is still alive.
    return gone ? undefined : '';
  }
}

// From sys/fcntl.h of macOS, which Node passes on: lock the file while opening it, or fail at once.
const EXCLUSIVE_LOCK = 0x20 | constants.O_NONBLOCK;

/** macOS has no abstract sockets, but opens and locks a file in one step; the lock dies with us. */
async function holdByLockedFile(directory: string, claim: Claim): Promise<Hold> {
  const path = join(directory, `${claim.purpose}.lock`);
  const flags = constants.O_RDWR | constants.O_CREAT | EXCLUSIVE_LOCK;
  const file = await open(path, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EAGAIN') return undefined;
    throw error;
  });
  if (!file) throw heldError(directory, await readFile(path, 'utf8').catch(() => ''));
  await file.truncate();
  await file.write(describe(claim.kind), 0);
  return { release: () => file.close() };
}

function describe(kind: HolderKind): string {
  return `${process.pid} ${kind}`;
}

function heldError(directory: string, holder: string): DirectoryHeldError {
  const [pid, kind] = holder.split(' ');
  return new DirectoryHeldError(
    directory,
    Number(pid) || undefined,
    kind === 'command' ? kind : 'start',
  );
}
