import { createHash } from 'node:crypto';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canEnter } from './database-user.ts';
import type { RunAs } from './guarded-process.ts';

/**
 * The directory that holds what the database's user must reach: the data directory itself, wherever
 * possible. Below a directory closed to that user (root's home, say) it is a directory of its own
 * under /var/lib, and the data directory gets a link `postgres` that leads there. Follow the link
 * when making a backup.
 */
export async function findDatabaseHome(dataDir: string, runAs: RunAs): Promise<string> {
  if (canEnter(runAs, dataDir)) return dataDir;
  if (canEnter(runAs, dirname(dataDir)) && (await stat(dataDir)).uid === process.getuid?.()) {
    // Only our own directory is in the way. Passing through reveals nothing: no listing, and
    // secrets are 0600.
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
