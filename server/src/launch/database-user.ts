import { execFileSync, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { RunAs } from './guarded-process.ts';

/**
 * The user that runs the database. PostgreSQL refuses root, so root runs it as `nobody`, or as the
 * owner of the existing database; anybody else runs it as themselves.
 */
export async function findDatabaseUser(cluster: string): Promise<RunAs> {
  const owner = await stat(cluster).catch(() => undefined);
  const ownUid = process.getuid?.();
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid) {
      throw new Error(`${cluster} belongs to another user (uid ${owner.uid}). Start as that user.`);
    }
    requireAccountName();
    return {};
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') };
}

/** PostgreSQL looks up its user by number, and refuses one without a name. */
function requireAccountName(): void {
  try {
    userInfo();
  } catch {
    throw new Error(
      'The embedded PostgreSQL needs a user that has an entry in /etc/passwd. Start as another user, or set DATABASE_URL.',
    );
  }
}

function idOfNobody(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
}

/** Tries it, since mode bits are only half of what decides. */
export function canEnter(runAs: RunAs, directory: string): boolean {
  const entered = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], {
    ...runAs,
    cwd: '/',
    stdio: 'ignore',
  });
  return entered.status === 0;
}
