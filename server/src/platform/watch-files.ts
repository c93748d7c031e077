import { readdir, readFile } from 'node:fs/promises';
import type { Log } from './log.ts';

/** The share of all file descriptors beyond which few are left. */
const SHARE = 0.8;
const EVERY_MS = 30_000;

export interface Files {
  readonly open: number;
  readonly most: number;
}

/**
 * Logs when few file descriptors are left: without any, connections are closed unanswered and
 * nothing else says why. Only Linux tells how many are open.
 */
export function watchFiles(log: Log): void {
  const look = openFileWatch(log);
  setInterval(() => void look(), EVERY_MS).unref();
}

/** @returns a look, which logs only if the one before found enough of them */
export function openFileWatch(log: Log, read = openFiles()): () => Promise<void> {
  let wereFew = false;
  return async () => {
    const files = await read();
    const areFew = files !== undefined && files.open > SHARE * files.most;
    if (areFew && !wereFew) log.warn({ ...files }, FEW);
    wereFew = areFew;
  };
}

const FEW =
  'few file descriptors are left; without any, connections are closed unanswered: raise the limit (ulimit -n, or LimitNOFILE in systemd)';

/** Reads nothing where the system does not tell. */
export function openFiles(): () => Promise<Files | undefined> {
  // Read while there are descriptors left.
  const limit = readLimit();
  return async () => {
    const most = await limit;
    if (most === undefined) return undefined;
    // Counting them takes one, and may find none left.
    const open = await readdir('/proc/self/fd').then(
      ({ length }) => length,
      () => most,
    );
    return { open, most };
  };
}

async function readLimit(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? undefined : Number(soft);
}
