import { chmod, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseForeign } from './back-up.ts';
import { copyDurably, type Manifest, nameFull, verifyBackup } from './backup-manifest.ts';
import { findBinaries, majorVersionOf } from './binaries.ts';
import { clusterIn, giveTo, hasCluster, nameCluster, RESTORING, removeDrafts } from './cluster.ts';
import { makeDataDirectory, SECRETS_FILE } from './data-secrets.ts';
import { findDatabaseHome } from './database-home.ts';
import { findDatabaseUser } from './database-user.ts';
import { placeDurably, syncDirectory } from './durable-files.ts';
import type { RunAs } from './guarded-process.ts';
import { DirectoryHeldError, type Hold, holdDirectory } from './hold-directory.ts';

interface RestoreOrder {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly from: string;
}

export interface Restored {
  readonly dataDir: string;
  readonly madeAt: string;
}

/**
 * Restores the database and the secrets of a backup to a data directory that has none. A kill at
 * any instant leaves a directory in which no start creates a new database.
 */
export async function restore({ dataDir, databaseUrl, from }: RestoreOrder): Promise<Restored> {
  refuseForeign(databaseUrl);
  const manifest = await verifyBackup(from);
  await makeDataDirectory(dataDir);
  const hold = await holdStopped(dataDir);
  try {
    await fill(await realpath(dataDir), from, manifest);
    return { dataDir, madeAt: manifest.madeAt };
  } catch (error) {
    throw nameFull(dataDir, error);
  } finally {
    await hold.release();
  }
}

async function holdStopped(dataDir: string): Promise<Hold> {
  try {
    return await holdDirectory(dataDir, { kind: 'command', purpose: 'ponte' });
  } catch (error) {
    if (!(error instanceof DirectoryHeldError) || error.kind === 'command') throw error;
    throw new Error(`${error.message} Stop it first, or set PONTE_DATA_DIR to another directory.`);
  }
}

async function fill(dataDir: string, from: string, manifest: Manifest): Promise<void> {
  const name = clusterIn(dataDir);
  if (await hasCluster(name)) {
    throw new Error(`${dataDir} has a database. Set PONTE_DATA_DIR to an empty directory.`);
  }
  const runAs = await findDatabaseUser(name);
  const home = await findDatabaseHome(dataDir, runAs);
  const version = majorVersionOf(await findBinaries(runAs, home), runAs);
  if (version !== manifest.postgres) {
    throw new Error(
      `The backup is of PostgreSQL ${manifest.postgres}, and this is ${version}. Restore it with the release of Ponte that made it.`,
    );
  }
  const secrets = await readFile(join(from, SECRETS_FILE), 'utf8');
  await refuseOtherSecrets(dataDir, secrets);
  // From here on a start would take the directory for a new installation, if not for this file.
  await placeDurably(join(dataDir, RESTORING), '');
  await placeDurably(join(dataDir, SECRETS_FILE), secrets);
  await removeDrafts(home);
  const draft = await mkdtemp(join(home, 'postgres-draft-'));
  await giveTo(runAs, draft);
  await copyInto(join(draft, 'data'), from, manifest, runAs).catch((error: unknown) => {
    throw nameFull(home, error);
  });
  await nameCluster(home, draft, name);
  await rm(join(dataDir, RESTORING));
}

/** An interrupted restore may have written the same secrets; others must never be replaced. */
async function refuseOtherSecrets(dataDir: string, secrets: string): Promise<void> {
  const path = join(dataDir, SECRETS_FILE);
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return secrets;
    throw error;
  });
  if (kept === secrets) return;
  throw new Error(`${path} holds other secrets. Set PONTE_DATA_DIR to an empty directory.`);
}

const CLUSTER = /^postgres(\/|$)/;

async function copyInto(
  data: string,
  from: string,
  manifest: Manifest,
  runAs: RunAs,
): Promise<void> {
  const at = (path: string): string => path.replace(CLUSTER, `${data}$1`);
  const directories = manifest.directories.filter((path) => CLUSTER.test(path));
  for (const path of directories) {
    await mkdir(at(path), { mode: 0o700 });
    await giveTo(runAs, at(path));
  }
  for (const { path, sha256 } of manifest.files.filter((file) => CLUSTER.test(file.path))) {
    const copy = await copyDurably(join(from, path), at(path));
    if (copy?.sha256 !== sha256) throw new Error(`${join(from, path)} changed meanwhile.`);
    await chmod(at(path), 0o600);
    await giveTo(runAs, at(path));
  }
  for (const path of directories.toReversed()) await syncDirectory(at(path));
}
