import type { Db } from './db.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { type Fragment, identifier, sql } from './sql.ts';
import { DIGEST_SECRET } from './verify-keys.ts';
import type { Vault } from './vault.ts';

/** Reseals every sealed field with the present key, while everything else keeps running. */

export interface Resealed {
  readonly presentKey: string;
  /** How many fields were resealed. */
  readonly fields: number;
  /** Keys that no longer seal anything, and can be removed from the settings. */
  readonly retiredKeys: readonly string[];
}

interface Column {
  /** For a partitioned table, one of its partitions. */
  readonly table: string;
  readonly column: string;
  /** The context that its values are bound to. */
  readonly place: string;
}

/** Values that are moved to another column keep the context they were sealed for. */
const PLACES: Readonly<Record<string, string>> = {
  'webhook_endpoints.previous_secret': 'webhook_endpoints.secret',
};

/** Each key's proof shows which key it belongs to, and is deleted together with that key. */
const PROOFS = 'encryption_keys';

/** 512 KiB of a table at a time: locks are short, and an interruption loses little. */
const PAGES = 64;

/**
 * Reseals every field of every table that an older key sealed, and then deletes those keys. After
 * an interruption it can simply be called again.
 * @throws Error if a process does not know the present key yet, or still seals with another one
 */
export async function reseal(db: Db, vault: Vault): Promise<Resealed> {
  await refuseUnusedKey(db, vault);
  let fields = 0;
  for (const column of await listColumns(db)) fields += await passUntilNone(db, vault, column);
  // Meanwhile, a log may have got a new partition, and an old one another name.
  for (const column of await listColumns(db)) {
    if ((await pass(db, vault, column)) > 0) throw new Error(stillSealing(vault));
  }
  return { presentKey: vault.presentKey, fields, retiredKeys: await retire(db, vault) };
}

function stillSealing({ presentKey }: Vault): string {
  return `a process still seals with another key than ${presentKey}: restart every process with ${presentKey} in front, then do this again`;
}

/** A process with only older keys could not read what is sealed with this one. */
async function refuseUnusedKey(db: Db, { presentKey }: Vault): Promise<void> {
  const known = await db`select 1 as one from encryption_keys where id = ${presentKey}`;
  if (known.length > 0) return;
  throw new Error(
    `nothing runs with the encryption key ${presentKey} yet: restart every process first, with this key at hand`,
  );
}

async function listColumns(db: Db): Promise<Column[]> {
  const columns = await db<{ table: string; whole: string; column: string }>`
    select c.relname::text as table, coalesce(whole.relname, c.relname)::text as whole,
      a.attname::text as column
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    left join pg_inherits part on part.inhrelid = c.oid
    left join pg_class whole on whole.oid = part.inhparent
    where a.atttypid = 'sealed'::regtype and not a.attisdropped and c.relkind = 'r'
      and c.relname <> ${PROOFS}
    order by 1, 2`;
  return columns.map(({ table, whole, column }) => {
    const name = `${whole}.${column}`;
    return { table, column, place: PLACES[name] ?? name };
  });
}

/** Rows updated meanwhile may move to pages already visited, but fewer in each pass. */
const MAX_PASSES = 10;

async function passUntilNone(db: Db, vault: Vault, column: Column): Promise<number> {
  let fields = 0;
  for (let passes = 0; passes < MAX_PASSES; passes += 1) {
    const found = await pass(db, vault, column);
    if (found === 0) return fields;
    fields += found;
  }
  throw new Error(stillSealing(vault));
}

/** A deadlock, or a moment without the database, is no reason to start over. */
const RETRIES = { tries: 10, stepMs: 200 };

/** How many fields of a column one pass over the whole table found and resealed. */
async function pass(db: Db, vault: Vault, column: Column): Promise<number> {
  const [size] = await db<{ pages: number }>`
    select pg_relation_size(to_regclass(${column.table})) / current_setting('block_size')::int as pages`;
  const pages = size?.pages ?? 0;
  let fields = 0;
  for (let page = 0; page < pages; page += PAGES) {
    fields += await retryWhileAway(RETRIES, () => sealPages(db, vault, column, page));
  }
  return fields;
}

interface Field {
  readonly tid: string;
  readonly sealed: string;
}

async function sealPages(db: Db, vault: Vault, column: Column, page: number): Promise<number> {
  const name = identifier(column.column);
  const table = identifier(column.table);
  const found = await db<Field>`
    select ctid::text as tid, ${name}::text as sealed from ${table}
    where ctid >= ${`(${String(page)},0)`}::tid and ctid < ${`(${String(page + PAGES)},0)`}::tid
      and ${underOtherKeys(name, vault)}`;
  if (found.length === 0) return 0;
  const resealed = found.map((field) => resealField(vault, column, field));
  // A field that was changed meanwhile is left alone: the next pass looks at it again.
  await db`
    update ${table} t set ${name} = new.resealed
    from unnest(${found.map(({ tid }) => tid)}::tid[], ${found.map(({ sealed }) => sealed)}::text[],
      ${resealed}::text[]) as new (tid, sealed, resealed)
    where t.ctid = new.tid and t.${name} = new.sealed`;
  return found.length;
}

function resealField(vault: Vault, { table, place }: Column, { tid, sealed }: Field): string {
  let plain: string;
  try {
    plain = vault.open(place, sealed);
  } catch (cause) {
    throw new Error(`a field of ${place} does not open: row ${tid} of ${table}`, { cause });
  }
  return vault.seal(place, plain);
}

function underOtherKeys(name: Fragment, { presentKey }: Vault): Fragment {
  return sql`split_part(${name}::text, ':', 2) <> ${presentKey}`;
}

/** Deletes the keys that nothing but digests depends on, one commit per key. */
async function retire(db: Db, vault: Vault): Promise<string[]> {
  const old = await db<{ id: string }>`
    select id from encryption_keys where id <> ${vault.presentKey} order by created_at, id`;
  for (const { id } of old) {
    const left = vault.seal(DIGEST_SECRET, vault.digestSecretOf(id));
    await db`
      with deleted as (delete from encryption_keys where id = ${id} returning id)
      insert into retired_keys (id, digest_secret) select id, ${left} from deleted
      on conflict (id) do nothing`;
  }
  return old.map(({ id }) => id);
}
