import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isObject, parseJson } from '../platform/json.ts';
import { openVault } from '../platform/vault.ts';
import { clusterIn, hasCluster } from './cluster.ts';
import { placeDurably } from './durable-files.ts';

/** Its name in a data directory, and in a backup. */
export const SECRETS_FILE = 'secrets.json';

/** The secrets that an installation generates, so that a first start needs no configuration. */
export interface DataSecrets {
  readonly databasePassword: string;
  readonly sandboxSecret: string;
  readonly sandboxWebhookSecret: string;
  /** Key id and 32 bytes in base64, `k1:…`, in the format of `PONTE_ENCRYPTION_KEYS`. */
  readonly encryptionKeys: string;
}

/** Reads the secrets of a data directory; the first caller creates directory and secrets. */
export async function readDataSecrets(dataDir: string): Promise<DataSecrets> {
  await makeDataDirectory(dataDir);
  const path = join(dataDir, SECRETS_FILE);
  const secrets = await readSecrets(path);
  if (secrets) return secrets;
  await refuseLost(dataDir);
  return createSecrets(path);
}

/** A mistyped or missing place must not be taken for an installation. */
export class NoInstallationError extends Error {
  /** @param place the data directory, or words for the operator's database */
  constructor(place: string) {
    super(
      `There is no installation in ${place}. Set PONTE_DATA_DIR or DATABASE_URL to where yours is.`,
    );
  }
}

/**
 * The secrets of an existing installation.
 * @throws NoInstallationError if the directory has none
 */
export async function findDataSecrets(dataDir: string): Promise<DataSecrets> {
  const secrets = await readSecrets(join(dataDir, SECRETS_FILE));
  if (!secrets) throw await missing(dataDir);
  return secrets;
}

async function missing(dataDir: string): Promise<Error> {
  await refuseLost(dataDir);
  return new NoInstallationError(dataDir);
}

/**
 * New secrets beside an existing database would lock us out of it.
 * @throws Error if there is a database, for whose secrets somebody has looked in vain
 */
async function refuseLost(dataDir: string): Promise<void> {
  if (!(await hasCluster(clusterIn(dataDir)))) return;
  throw new Error(
    `${join(dataDir, SECRETS_FILE)} is missing, and the database beside it opens with nothing else. Restore the file from a backup, or set PONTE_DATA_DIR to another directory.`,
  );
}

/**
 * Call this before holding the directory, which would leave a file in a directory that is not ours.
 * @throws NoInstallationError if no start has created secrets there
 */
export async function refuseMissing(dataDir: string): Promise<void> {
  const path = join(dataDir, SECRETS_FILE);
  await stat(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw await missing(dataDir);
    // A directory that this user may not read may well contain an installation.
    throw unreadable(path, error);
  });
}

/**
 * Creates the data directory if it does not exist, closed to others.
 * @throws Error with an explanation if it cannot be created
 */
export async function makeDataDirectory(dataDir: string): Promise<void> {
  // Root's database runs as another user, who must be able to traverse it (but not list it).
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  await makeDirectory(resolve(dataDir), mode).catch((error: NodeJS.ErrnoException) => {
    const code = error.code ?? 'unknown';
    throw new Error(
      `PONTE_DATA_DIR must lead to a directory: ${dataDir} cannot be made (${code}).`,
    );
  });
}

/** `mkdir` with `recursive` never returns if an existing parent allows no directories, as /proc. */
async function makeDirectory(path: string, mode: number): Promise<void> {
  if (await isDirectory(path)) return;
  await makeDirectory(dirname(path), mode);
  await mkdir(path, { mode }).catch(async (error: NodeJS.ErrnoException) => {
    if (!(await isDirectory(path))) throw error;
  });
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function readSecrets(path: string): Promise<DataSecrets | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unreadable(path, error);
  });
  if (text === undefined) return undefined;
  const secrets = parseJson(text);
  // Nothing is replaced: a new set would lock us out of the database and of every encrypted field.
  if (!isDataSecrets(secrets)) throw new Error(`${path} is damaged. Restore it from a backup.`);
  return secrets;
}

function unreadable(path: string, cause: NodeJS.ErrnoException): Error {
  return new Error(
    `${path} cannot be read (${cause.code ?? 'unknown'}). Run this as the user that Ponte runs as.`,
    { cause },
  );
}

/**
 * Checked only where they are needed: an operator who sets the variable may have emptied them here.
 * @throws Error that never shows the keys
 */
export function usableKeys({ encryptionKeys }: DataSecrets): string {
  try {
    openVault(encryptionKeys);
    return encryptionKeys;
  } catch (cause) {
    throw new Error(
      `The encryptionKeys in ${SECRETS_FILE} are damaged. Restore the file from a backup.`,
      { cause },
    );
  }
}

function isDataSecrets(value: unknown): value is DataSecrets {
  const names = ['databasePassword', 'sandboxSecret', 'sandboxWebhookSecret', 'encryptionKeys'];
  return isObject(value) && names.every((name) => typeof value[name] === 'string');
}

/** If two processes create secrets at once, both read the winner's. */
async function createSecrets(path: string): Promise<DataSecrets> {
  await placeDurably(path, JSON.stringify(newSecrets(), null, 2));
  const secrets = await readSecrets(path);
  if (!secrets) throw new Error(`${path} was removed while it was being made.`);
  return secrets;
}

function newSecrets(): DataSecrets {
  const secret = (): string => randomBytes(32).toString('hex');
  return {
    databasePassword: secret(),
    sandboxSecret: secret(),
    sandboxWebhookSecret: secret(),
    encryptionKeys: `k1:${randomBytes(32).toString('base64')}`,
  };
}
