import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Stage } from './scenario.ts';

/** Deposits that exist before the first is measured; the fewer, the sooner a run begins. */
const FORMER = { full: 200_000, short: 20_000 };

/** Runs a script of this folder that creates tables and fills them. */
export async function prepareTables(
  { isShort }: Pick<Stage, 'isShort'>,
  url: string,
  script: 'schema.sql' | 'own-schema.sql' | 'peer/schema.sql',
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const former = String(isShort ? FORMER.short : FORMER.full);
    await client.query("select set_config('bench.former', $1, false)", [former]);
    await client.query(await readFile(join(import.meta.dirname, script), 'utf8'));
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
