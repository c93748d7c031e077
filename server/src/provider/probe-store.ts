import type { Db } from '../platform/db.ts';
import type { Connection } from './connection.ts';

/** Writes down, before it is asked for, that a charge is made which no merchant asked for. */
export async function beginProbe(db: Db, connection: Connection): Promise<number> {
  const [row] = await db<{ id: number }>`
    insert into probes (connection) values (${connection}) returning id`;
  if (!row) throw new Error('the probe was not written down');
  return row.id;
}

/** What the provider calls the charge, so that nobody takes it for an orphan. */
export async function nameProbe(db: Db, id: number, providerRef: string): Promise<void> {
  await db`update probes set provider_ref = ${providerRef} where id = ${id}`;
}
