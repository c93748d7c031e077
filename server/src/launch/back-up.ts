import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import pg from 'pg';
import { hashText, nameFull, writeManifest } from './backup-manifest.ts';
import { clusterIn } from './cluster.ts';
import { type Copied, copyCluster, copyLog, segmentsBetween } from './copy-cluster.ts';
import { findDataSecrets, SECRETS_FILE } from './data-secrets.ts';
import { syncDirectory, writeDurably } from './durable-files.ts';
import { holdKeys } from './rotate-keys.ts';
import { reachDatabase } from './with-database.ts';

interface BackUpOrder {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly to: string;
}

export interface BackedUp {
  readonly directory: string;
  readonly files: number;
  readonly bytes: number;
}

/** Copies the embedded database and the secrets of a data directory, even while it is in use. */
export async function backUp({ dataDir, databaseUrl, to }: BackUpOrder): Promise<BackedUp> {
  refuseForeign(databaseUrl);
  const directory = resolve(to);
  await findDataSecrets(dataDir);
  // So the secrets fit everything that is copied.
  const hold = await holdKeys(dataDir);
  try {
    await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new Error(`${directory} exists. Name a new directory.`);
      const code = error.code ?? 'unknown';
      throw new Error(
        `${directory} cannot be made (${code}). Name a new directory in one that exists and that this user may write to.`,
        { cause: error },
      );
    });
    try {
      return await reachDatabase({ dataDir }, (url) => fill(directory, dataDir, url));
    } catch (error) {
      await rm(directory, { recursive: true, force: true });
      throw nameFull(dirname(directory), error);
    }
  } finally {
    await hold.release();
  }
}

/** @throws Error if the operator uses a database of their own */
export function refuseForeign(databaseUrl: string | undefined): void {
  if (databaseUrl === undefined) return;
  throw new Error(
    "DATABASE_URL is set, so the database is yours to keep: use PostgreSQL's own tools (pg_basebackup, pg_dump), and keep PONTE_ENCRYPTION_KEYS apart from it.",
  );
}

async function fill(directory: string, dataDir: string, url: string): Promise<BackedUp> {
  const from = await realpath(clusterIn(dataDir));
  // However it is spelled: it would be copied into itself without end.
  if ((await realpath(directory)).startsWith(from + sep)) {
    throw new Error(`${directory} is inside of what is backed up. Name another directory.`);
  }
  const to = join(directory, 'postgres');
  const copied = await copyServing(url, from, to);
  const secrets = await readFile(join(dataDir, SECRETS_FILE), 'utf8');
  await writeDurably(join(directory, SECRETS_FILE), secrets);
  const inCluster = (path: string): string => join('postgres', path);
  const directories = ['postgres', ...copied.directories.map(inCluster)];
  // Deepest first, so that a name is durable before the directory that contains it.
  for (const path of directories.toReversed()) await syncDirectory(join(directory, path));
  await syncDirectory(dirname(directory));
  const files = [
    ...copied.files.map((file) => ({ ...file, path: inCluster(file.path) })),
    { path: SECRETS_FILE, ...hashText(secrets) },
  ];
  const postgres = (await readFile(join(to, 'PG_VERSION'), 'utf8')).trim();
  const madeAt = new Date().toISOString();
  await writeManifest(directory, { format: 1, madeAt, postgres, directories, files });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { directory, files: files.length, bytes };
}

/** A copy that begins and ends in a single session of the server, as the server requires. */
async function copyServing(url: string, from: string, to: string): Promise<Copied> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A slot that ends with this session: until then no part of the WAL is discarded.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `ponte_backup_${String(process.pid)}`,
    ]);
    await client.query(`select pg_backup_start('ponte', true)`);
    const copied = await copyCluster(from, to);
    const stopped = await client.query<Stopped>(
      `select labelfile as label, spcmapfile as spaces, pg_walfile_name(lsn) as last,
        pg_size_bytes(current_setting('wal_segment_size'))::integer as "segmentBytes"
      from pg_backup_stop(false)`,
    );
    const [stop] = stopped.rows;
    const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(stop?.label ?? '')?.[1];
    if (!stop || first === undefined) throw new Error('PostgreSQL did not say what it needs.');
    await copyLog(from, to, segmentsBetween(first, stop.last, stop.segmentBytes), copied);
    await addText(to, 'backup_label', stop.label, copied);
    if (stop.spaces !== '') await addText(to, 'tablespace_map', stop.spaces, copied);
    return copied;
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Stopped {
  readonly label: string;
  readonly spaces: string;
  readonly last: string;
  readonly segmentBytes: number;
}

async function addText(to: string, path: string, text: string, copied: Copied): Promise<void> {
  await writeDurably(join(to, path), text);
  copied.files.push({ path, ...hashText(text) });
}
