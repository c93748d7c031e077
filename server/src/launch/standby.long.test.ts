import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastFirst } from '../../test/database.ts';
import { query } from '../../test/query.ts';
import { makeDirectory } from '../../test/roles/node.ts';
import { clusterIn } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { ENTRIES } from './entries.ts';
import { migrateWithRetries } from './migrate-with-retries.ts';

// The server before its directory.
const scope = lastFirst();

test('start waits for a standby that is about to take over', async (t) => {
  const options = { dataDir: await makeDirectory(scope), password: 'secret' };
  const primary = await startEmbeddedPostgres(options);
  await primary.stop();
  await writeFile(join(clusterIn(options.dataDir), 'standby.signal'), '');
  const standby = await startEmbeddedPostgres(options);
  scope.after(() => standby.stop());
  const migrated = migrateWithRetries(standby.url, ENTRIES.migrations, { signal: t.signal });
  const early = await Promise.race([migrated.then(() => 'migrated'), sleep(1_000, 'waits')]);
  assert.equal(early, 'waits');
  await query(standby.url, 'select pg_promote()');
  await migrated;
  assert.ok((await query(standby.url, 'select 1 from schema_migrations')).length > 0);
});
