import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, findBinaries } from './binaries.ts';
import { findDatabaseHome } from './database-home.ts';
import { canEnter, findDatabaseUser } from './database-user.ts';
import { syncDirectory } from './durable-files.ts';
import { type RunAs, startGuarded } from './guarded-process.ts';

/** A complete database directory, with everything needed to serve it. */
export interface Cluster {
  /** The real path: the server is started with it, and recognised by it. */
  readonly directory: string;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly logFile: string;
}

/**
 * Opens the database below a data directory, or creates it. The caller holds the data directory.
 */
export async function openCluster(dataDir: string, password: string): Promise<Cluster> {
  const name = clusterIn(dataDir);
  const runAs = await findDatabaseUser(name);
  const home = await findDatabaseHome(dataDir, runAs);
  const binaries = await findBinaries(runAs, home);
  const logFile = join(dataDir, 'postgres.log');
  await rotate(logFile);
  if (!(await hasCluster(name))) {
    await refuseHalfRestored(dataDir);
    await createCluster({ name, home, password, binaries, runAs, logFile });
  }
  const directory = await realpath(name);
  if (!canEnter(runAs, directory)) {
    throw new Error(
      `The database's user (uid ${runAs.uid}) cannot enter ${directory}: a directory above it is closed.`,
    );
  }
  return { directory, binaries, runAs, logFile };
}

export function clusterIn(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** Exists in a data directory while a backup is being restored there. */
export const RESTORING = 'restoring';

/** @throws Error if a restore into the data directory was interrupted */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  const begun = await stat(join(dataDir, RESTORING)).catch(() => undefined);
  if (!begun) return;
  throw new Error(
    `A restore into ${dataDir} was interrupted. Run the command restore again, or delete the directory.`,
  );
}

export async function hasCluster(name: string): Promise<boolean> {
  const target = await readlink(name).catch(() => undefined);
  const found = await realpath(name).then(
    () => true,
    () => false,
  );
  // An empty database in the place of a lost one would look like success.
  if (target && !found)
    throw new Error(`The database of ${name} was in ${target}, which is gone. Restore it.`);
  return found;
}

interface Plan extends Omit<Cluster, 'directory'> {
  readonly name: string;
  readonly home: string;
  readonly password: string;
}

/** A kill at any instant leaves either no database or a complete one: it is named last. */
async function createCluster(plan: Plan): Promise<void> {
  const { name, home, runAs } = plan;
  await removeDrafts(home);
  const draft = await mkdtemp(join(home, 'postgres-draft-'));
  await giveTo(runAs, draft);
  await initialise(plan, draft);
  await nameCluster(home, draft, name);
}

/** The last step: moves the directory `data` of a draft to its final name. */
export async function nameCluster(home: string, draft: string, name: string): Promise<void> {
  if (home === join(name, '..')) {
    await rename(join(draft, 'data'), name);
  } else {
    const kept = await mkdtemp(join(home, 'postgres-data-'));
    await rename(join(draft, 'data'), kept);
    await syncDirectory(home);
    await symlink(kept, name);
  }
  await syncDirectory(join(name, '..'));
  await rm(draft, { recursive: true, force: true });
}

async function initialise(plan: Plan, draft: string): Promise<void> {
  const { password, binaries, runAs, logFile } = plan;
  const passwordFile = join(draft, 'password');
  const data = join(draft, 'data');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(runAs, passwordFile);
  await mkdir(data, { mode: 0o700 });
  await giveTo(runAs, data);
  const options = ['-U', 'ponte', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  const access = ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const command = [binaries.initdb, '-D', data, ...options, ...access];
  const process = startGuarded(command, runAs, logFile);
  await process.ended;
  // The version file exists early on; the directory is complete only if initdb succeeds.
  if (process.exitCode() !== 0)
    throw new Error(`The database could not be created. See ${logFile}.`);
}

export async function giveTo({ uid, gid }: RunAs, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

/** Removes what an interrupted start left behind; its initdb has ended with it. */
export async function removeDrafts(home: string): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith('postgres-draft-'));
  for (const draft of drafts) {
    // The killed initdb may still be writing here for an instant.
    await rm(join(home, draft), { recursive: true, force: true, maxRetries: 5 }).catch(
      () => undefined,
    );
  }
}

const LOG_LIMIT_BYTES = 4_000_000;

/** Keeps the log of the current start and, if it was large, the previous one. */
async function rotate(logFile: string): Promise<void> {
  const log = await stat(logFile).catch(() => undefined);
  if (log && log.size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
}
