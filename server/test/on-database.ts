import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/launch/embedded-postgres.ts';
import type { Scope } from './database.ts';
import { query } from './query.ts';
import { until } from './receiver.ts';

/**
 * For commands that need what tests have: a throw-away PostgreSQL, and a scope that ends with the
 * work.
 */
export async function onDatabase(work: (scope: Scope) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-pages-'));
  const endings: (() => void | Promise<void>)[] = [];
  try {
    // As root the database runs as another user, who must be able to traverse this directory.
    await chmod(directory, 0o755);
    const password = randomBytes(16).toString('hex');
    const database = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), password });
    try {
      process.env['PONTE_TEST_DATABASE_URL'] = database.url;
      await work({ after: (release) => void endings.push(release) });
    } finally {
      for (const end of endings) await end();
      await until(() => isEmpty(database.url));
      await database.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Whether the tests' databases, which are dropped in the background, are gone. */
async function isEmpty(url: string): Promise<boolean> {
  const rows = await query(url, "select 1 from pg_database where datname like 'test%'");
  return rows.length === 0;
}
