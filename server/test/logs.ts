import { firstIdAt, newId } from '../src/ids.ts';
import { createPartitions } from '../src/partitions/create-partitions.ts';
import type { Log } from '../src/partitions/partition.ts';
import { listPartitions } from '../src/partitions/store.ts';
import type { Db, Tx } from '../src/platform/db.ts';

/** A request of that time, as far as its id shows. */
export async function addRequest(db: Db | Tx, environmentId: string, at: Date): Promise<string> {
  const id = firstIdAt('req', at).slice(0, -8) + newId('req').slice(-8);
  await db`
    insert into api_requests (environment_id, id, request_id, key_id, method, route, path, status,
      outcome, duration_ms, created_at)
    values (${environmentId}, ${id}, 'any', ${newId('key')}, 'GET', '/x', '/x', 200, 'ok', 1, ${at})`;
  return id;
}

/** The partition that each row of a table is in. */
export async function placesOf(db: Db, { table, column }: Log): Promise<Record<string, string>> {
  const texts = [`select ${column} as id, tableoid::regclass::text as name from ${table}`];
  // The tag accepts any template, even one that is not in any source file.
  const rows = await db<{ id: string; name: string }>(Object.assign(texts, { raw: texts }));
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** Takes turns until there is nothing left to do at that time. */
export async function keepAll(db: Db, log: Log, now?: Date): Promise<number> {
  let made = 0;
  while (await createPartitions(db, log, now)) made += 1;
  return made;
}

/** From the oldest to the rest, by name, each with its bounds. */
export async function partitionsOf(db: Db, log: Log) {
  const partitions = await listPartitions(db, log);
  return partitions.toSorted((one, other) => ((one.to ?? 'z') < (other.to ?? 'z') ? -1 : 1));
}
