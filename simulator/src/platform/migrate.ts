import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { rethrow } from './database.ts';
import { HopelessError } from './hopeless-error.ts';
import { sealBooks } from './seal-books.ts';
import type { Vault } from './vault.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
// Any number will do that nothing else in the same database locks.
const LOCK = 7_265_011;

/** What SQL cannot do, in the transaction of the file it belongs to. */
const AFTER: Readonly<Record<string, (client: pg.Client, vault: Vault) => Promise<void>>> = {
  '0002_sealed.sql': sealBooks,
};

/** Brings the schema up to date; safe to run from several processes at once. */
export async function migrate(url: string, vault: Vault): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A lost connection is reported by the next query; an unhandled `error` event would end the
  // process.
  client.on('error', () => undefined);
  const names = (await readdir(FOLDER)).sort();
  const files = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')));
  try {
    await client.connect();
    for (const [index, name] of names.entries()) {
      await apply(client, vault, { name, sql: files[index] ?? '' });
    }
  } catch (error) {
    if (error instanceof HopelessError) throw error;
    rethrow(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function apply(
  client: pg.Client,
  vault: Vault,
  { name, sql }: { name: string; sql: string },
): Promise<void> {
  await client.query('begin');
  // A transaction-level lock, so that it also holds behind a pooler; other processes wait here.
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
  await makeSchema(client);
  const { rowCount } = await client.query(
    'insert into sandbox.migrations values ($1) on conflict do nothing',
    [name],
  );
  if (rowCount === 1) {
    await client.query(sql);
    await AFTER[name]?.(client, vault);
  }
  await client.query('commit');
}

/** PostgreSQL's code for a missing permission. */
const DENIED = '42501';

/** @throws HopelessError if the user may not make it */
async function makeSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean; user: string; name: string }>(`
    select to_regnamespace('sandbox') is not null as "isThere",
      current_user as "user", current_database() as name`);
  const { isThere, user, name } = rows[0] ?? { isThere: false, user: '', name: '' };
  try {
    // Even `if not exists` requires the right to make schemas, which this user may have lost.
    if (!isThere) await client.query('create schema sandbox');
    await client.query('create table if not exists sandbox.migrations (name text primary key)');
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== DENIED) throw cause;
    throw new HopelessError(
      `The user "${user}" may not make the sandbox's tables in the database "${name}". Make it the owner: alter database "${name}" owner to "${user}"; or give it the schema: create schema sandbox authorization "${user}".`,
      { cause },
    );
  }
}
