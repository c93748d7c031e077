import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What nobody refers to is collected and closed, and its lock is gone. */
const held = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/**
 * Locks a file for this process until the returned function is called, or until the process dies,
 * even by `kill -9`; nothing when somebody else on this machine has it. Node has no locks of the
 * kernel's, but SQLite takes one for a transaction that has begun, and writes nothing.
 *
 * Whoever opens and closes the file by another way in this process gives the lock back.
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

/** Here, since SQLite would silently share a file that it may only read. */
async function makeFile(path: string): Promise<void> {
  const file = await open(path, 'a', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(
      `${path} cannot be written (${cause.code ?? 'unknown'}). Run this as the user that Ponte runs as, or set PONTE_DATA_DIR to a directory that it may write to.`,
      { cause },
    );
  });
  try {
    // Root works on the directories of others, who have to be able to lock after it.
    if (process.getuid?.() !== 0) return;
    const { uid, gid } = await stat(dirname(path));
    await file.chown(uid, gid);
  } finally {
    await file.close();
  }
}
