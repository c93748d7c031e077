import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { clusterIn } from '../src/launch/cluster.ts';
import { readDataSecrets } from '../src/launch/data-secrets.ts';
import { embeddedUrl } from '../src/launch/embedded-postgres.ts';
import { readServerNote } from '../src/launch/previous-server.ts';

/** Where something may have been written, and the content of that place. */
export type Place = readonly [name: string, content: string];

/** Works on the embedded database of a running launcher. */
export async function onDatabase<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const note = await readServerNote(clusterIn(dataDir));
  const { databasePassword } = await readDataSecrets(dataDir);
  const url = embeddedUrl(note?.port ?? 0, databasePassword);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Every place where one of the texts occurs, in any form. */
export function findIn(
  places: readonly Place[],
  texts: Readonly<Record<string, string>>,
): string[] {
  return places.flatMap(([place, content]) =>
    Object.entries(texts).flatMap(([name, seed]) =>
      formsOf(seed)
        .filter((form) => content.includes(form))
        .map((form) => `${name} in ${place}: …${around(content, form)}…`),
    ),
  );
}

/** The files of the data directory, except for the database's own, its locks and the secrets. */
export async function filesOf(directory: string): Promise<Place[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secrets.json');
  const places = await Promise.all(
    files.map(async ({ name }): Promise<Place> => {
      return [name, await readFile(join(directory, name), 'utf8')];
    }),
  );
  assert.ok(places.some(([name]) => name === 'postgres.log'));
  const isLock = ([name]: Place): boolean => name.endsWith('.lock');
  for (const [name, content] of places.filter(isLock)) assert.equal(content, '', name);
  return places.filter((place) => !isLock(place));
}

/** Every row of every table of every schema, and what sessions ran last. */
export async function dumpOf(client: pg.Client): Promise<Place[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  assert.ok(tables.length > 20);
  const places: Place[] = [];
  for (const { name } of [...tables, { name: 'pg_stat_activity' }]) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    if (rows.length > 0) places.push([name, rows.map(({ row }) => row).join('\n')]);
  }
  return places;
}

/** As it may occur in a text, in a URL, in bytes shown as hex, or in base64. */
function formsOf(seed: string): string[] {
  const bytes = Buffer.from(seed);
  return [
    seed,
    seed.toUpperCase(),
    seed.toLowerCase(),
    seed.replaceAll('-', ''),
    encodeURIComponent(seed),
    JSON.stringify(seed).slice(1, -1),
    bytes.toString('hex'),
    ...[0, 1, 2].map((shift) => base64Within(bytes, shift)),
  ].filter((form, index, all) => all.indexOf(form) === index);
}

/** The part of a text's base64 that is the same whatever surrounds it. */
function base64Within(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  return encoded.replace(/=+$/, '').slice(shift === 0 ? 0 : 4, -2);
}

function around(content: string, form: string): string {
  const at = content.indexOf(form);
  return content.slice(Math.max(0, at - 120), at + form.length + 40).replaceAll('\n', ' ');
}
