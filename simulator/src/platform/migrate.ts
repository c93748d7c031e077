import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const FOLDER = new URL('../../migrations/', import.meta.url);
// Any number will do, as long as nothing else in the same database locks it.
const LOCK = 7_265_011;

/** Brings the schema up to date; safe to run from several processes at once. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    // Held until the connection ends, so that of several starters one migrates and the others wait.
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query('create schema if not exists sandbox');
    await client.query('create table if not exists sandbox.migrations (name text primary key)');
    for (const name of (await readdir(FOLDER)).sort()) await apply(client, name);
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  await client.query('begin');
  const { rowCount } = await client.query(
    'insert into sandbox.migrations values ($1) on conflict do nothing',
    [name],
  );
  if (rowCount === 1) await client.query(await readFile(new URL(name, FOLDER), 'utf8'));
  await client.query('commit');
}
