import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Keeps references, since an unreferenced database is garbage-collected and its lock released. */
const held = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/**
 * Locks a file until the returned function is called, or until this process dies, even by `kill
 * -9`; undefined if somebody else on this machine has the lock. Node has no API for file locks, but
 * SQLite takes one when a transaction begins. The file stays empty, but has a small journal beside
 * it for as long.
 *
 * Opening and closing the file in any other way in this process would release the lock.
 */
export async function lockFile(path: string): Promise<(() => void) | undefined> {
  await makeFile(path);
  const database = new DatabaseSync(path);
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === SQLITE_BUSY) return;
    const advice =
      code === SQLITE_FULL
        ? 'Its file system is full: make room there.'
        : 'Put the directory on a file system that has locks.';
    throw new Error(`${path} cannot be locked. ${advice}`, { cause: error });
  }
  held.add(database);
  return () => {
    held.delete(database);
    database.close();
  };
}

/** Not left to SQLite, which would silently share a file that it can only read. */
async function makeFile(path: string): Promise<void> {
  const file = await open(path, 'a', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(
      `${path} cannot be written (${cause.code ?? 'unknown'}). Run this as the user that Ponte runs as, or set PONTE_DATA_DIR to a directory that it may write to.`,
      { cause },
    );
  });
  try {
    // Root works in directories of other users, who must be able to lock the file later.
    if (process.getuid?.() !== 0) return;
    const { uid, gid } = await stat(dirname(path));
    await file.chown(uid, gid);
  } finally {
    await file.close();
  }
}
