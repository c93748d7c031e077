import type { Db } from '../platform/db.ts';

/** Records a live test charge, which no merchant ordered, before it is created. */
export async function beginProbe(db: Db): Promise<number> {
  const [row] = await db<{ id: number }>`
    insert into probes (connection) values ('live') returning id`;
  if (!row) throw new Error('the probe was not written down');
  return row.id;
}

/** Stores the provider's id for the charge, so that it is not taken for an orphan. */
export async function nameProbe(db: Db, id: number, providerRef: string): Promise<void> {
  await db`update probes set provider_ref = ${providerRef} where id = ${id}`;
}
