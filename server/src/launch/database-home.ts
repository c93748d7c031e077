import { createHash } from 'node:crypto';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canEnter } from './database-user.ts';
import type { RunAs } from './guarded-process.ts';

/**
 * A directory for files that the database's user must reach: the data directory itself, if
 * possible. If it is inside a directory closed to that user (root's home, say), a separate
 * directory under /var/lib is used, and the data directory gets a link `postgres` to it. Backups
 * must follow it.
 */
export async function findDatabaseHome(dataDir: string, runAs: RunAs): Promise<string> {
  if (canEnter(runAs, dataDir)) return dataDir;
  if (canEnter(runAs, dirname(dataDir)) && (await stat(dataDir)).uid === process.getuid?.()) {
    // Only our own directory is in the way. Letting others traverse it reveals nothing: they cannot
    // list it, and secrets are 0600.
    await chmod(dataDir, 0o711);
    return dataDir;
  }
  const home = await outsideHome(dataDir);
  await mkdir(home, { recursive: true, mode: 0o711 });
  if (!canEnter(runAs, home)) {
    throw new Error(`Neither ${dataDir} nor ${home} can be entered by the database's user.`);
  }
  return home;
}

async function outsideHome(dataDir: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex');
  return join('/var/lib', `ponte-${hash.slice(0, 16)}`);
}
