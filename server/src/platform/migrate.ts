import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { VISITOR } from './find-serving.ts';

interface Migration {
  version: number;
  name: string;
  checksum: string;
  sql: string;
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** What migrations rely on, and may be set otherwise for the role, the database or all. */
const SESSION = {
  standard_conforming_strings: 'on',
  quote_all_identifiers: 'off',
  statement_timeout: '0',
  transaction_timeout: '0',
  lock_timeout: '0',
  // Also where the address names all sessions otherwise.
  application_name: VISITOR,
};

/** Any number, as long as every process and every release uses the same. */
const ADVISORY_LOCK = 7_203_544_118;

/** Called before each migration; what it throws prevents that one. */
export type BeforeMigration = (name: string, database: { readonly isNew: boolean }) => unknown;

/**
 * Applies the SQL files of `directory` to a database, oldest first.
 * @returns the names of the migrations it applied
 * @throws Error if an applied file was edited, the database is newer than the files or unfit for
 *   them, or a migration fails
 */
export async function migrate(
  databaseUrl: string,
  directory: string,
  before?: BeforeMigration,
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: VISITOR });
  // A connection lost between two queries is reported by the next query; without a listener it
  // would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseUnfit(client);
    const names: string[] = [];
    for (;;) {
      const name = await applyNext(client, migrations, before);
      if (name === undefined) return names;
      names.push(name);
    }
  } finally {
    await client.end();
  }
}

/**
 * Explains what would otherwise fail later, in a migration or an order, with PostgreSQL's words.
 */
async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Fitness & { isStandby: boolean }>(`
    select current_setting('server_version_num')::integer as number,
      current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('DateStyle') as "dateStyle", current_setting('array_nulls') as "arrayNulls",
      current_setting('transaction_isolation') as isolation,
      current_setting('transaction_read_only') as "readOnly",
      pg_is_in_recovery() as "isStandby",
      current_user as "user", current_database() as name,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
      to_regclass('schema_migrations') is null as "isNew"`);
  const problem = rows[0] && problemWith(rows[0]);
  if (problem === undefined) return;
  throw rows[0]?.isStandby === true ? new StandbyError(problem) : new Error(problem);
}

/** A standby may be about to take over. */
export class StandbyError extends Error {}

interface Fitness {
  readonly number: number;
  readonly version: string;
  readonly encoding: string;
  readonly dateStyle: string;
  readonly arrayNulls: string;
  readonly isolation: string;
  readonly readOnly: string;
  readonly user: string;
  readonly name: string;
  readonly mayCreate: boolean;
  readonly isNew: boolean;
}

export const OLDEST_POSTGRES = 150_000;

export function problemWith(database: Fitness): string | undefined {
  const { number, version, encoding, user, name, mayCreate, isNew } = database;
  if (number < OLDEST_POSTGRES) return `PostgreSQL ${version} is too old: Ponte needs 15 or later.`;
  if (!mayCreate) {
    return `The user "${user}" may not make tables in the database "${name}". Make it the owner: alter database "${name}" owner to "${user}".`;
  }
  // An existing database keeps working with what its encoding can store.
  if (isNew && encoding !== 'UTF8') {
    return `The database "${name}" is encoded in ${encoding}, which cannot hold what people write. Make another: create database … encoding 'UTF8' template template0.`;
  }
  return problemWithSession(database);
}

/** Settings of the role, the database or the server that apply to every session. */
function problemWithSession(session: Fitness): string | undefined {
  const { dateStyle, arrayNulls, isolation, readOnly, user, name } = session;
  // The driver parses any other style as an invalid date.
  if (!dateStyle.startsWith('ISO')) {
    return `The database "${name}" writes times in the style "${dateStyle}", which cannot be read. Let it write them as ISO: alter role "${user}" set datestyle to 'ISO'; PGOPTIONS must not say another.`;
  }
  if (arrayNulls !== 'on') {
    return `The database "${name}" takes no null in an array, as most statements send them. Let it: alter role "${user}" set array_nulls to on; PGOPTIONS must not say another.`;
  }
  // A transaction that waited for a lock must see what the lock's holder committed.
  if (isolation !== 'read committed') {
    return `The database "${name}" isolates transactions by "${isolation}", with which simultaneous requests fail. Set the usual level: alter role "${user}" set default_transaction_isolation to 'read committed'; PGOPTIONS must not say another.`;
  }
  if (readOnly === 'on') {
    return `The database "${name}" takes no writes. Name the primary server instead of a replica; if this is the primary: alter role "${user}" set default_transaction_read_only to off.`;
  }
  return undefined;
}

/** Applies the oldest pending migration; undefined if there is none. */
async function applyNext(
  client: pg.Client,
  migrations: Migration[],
  before: BeforeMigration | undefined,
): Promise<string | undefined> {
  try {
    await client.query('begin');
    // For this transaction only, which also works behind a pooler.
    await client.query(
      `select set_config(name, value, true) from jsonb_each_text($1) as wanted (name, value)
        where current_setting(name, true) is not null`,
      [SESSION],
    );
    // Concurrent starts queue here. A transaction-level lock also works behind a pooler.
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const applied = await readApplied(client);
    const [next] = findPending(migrations, applied);
    if (next) {
      await before?.(next.name, { isNew: applied.length === 0 });
      await apply(client, next);
    }
    await client.query('commit');
    return next?.name;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(directory, name)));
  migrations.forEach((migration, index) => {
    if (migration.version === migrations[index - 1]?.version) {
      throw new Error(`Two migrations have the number of ${migration.name}.`);
    }
  });
  return migrations;
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const version = FILE_NAME.exec(name)?.[1];
  if (!version) throw new Error(`Migration ${name} is not named like 0001_name.sql.`);
  const sql = await readFile(join(directory, name), 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { version: Number(version), name, checksum, sql };
}

type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>;

async function readApplied(client: pg.Client): Promise<Applied[]> {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
  const applied = await client.query<Applied>(
    'select version, name, checksum from schema_migrations order by version',
  );
  return applied.rows;
}

function findPending(migrations: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const row of applied) {
    const migration = known.get(row.version);
    if (!migration) {
      throw new Error(
        `The database is newer than this code: it has ${row.name}. Run the version that wrote it, or a later one; to go back, restore a backup from before the upgrade.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new Error(`Migration ${migration.name} was changed after it had been applied.`);
    }
  }
  const newest = applied.at(-1)?.version ?? 0;
  const done = new Set(applied.map((row) => row.version));
  const pending = migrations.filter((migration) => !done.has(migration.version));
  const late = pending.find((migration) => migration.version < newest);
  if (late) throw new Error(`Migration ${late.name} is older than the database it came to.`);
  return pending;
}

async function apply(
  client: pg.Client,
  { version, name, checksum, sql }: Migration,
): Promise<void> {
  try {
    // A migration that waits for a lock makes everybody behind it wait too, so it gives up early.
    await client.query(`set local lock_timeout = '5s'`);
    // Insert the row first: should the advisory lock ever fail, the second runner stops here.
    await client.query(
      'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)',
      [version, name, checksum],
    );
    await client.query(sql);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown error';
    throw new Error(`Migration ${name} failed: ${reason}`, { cause });
  }
}
