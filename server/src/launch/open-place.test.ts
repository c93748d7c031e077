import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { openPlace } from './open-place.ts';

test('a command uses the direct database address past a pooler, also if files name the pooled one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ponte-place-'));
  t.after(() => rm(folder, { recursive: true }));
  const given = {
    DATABASE_URL: 'postgres://ponte@pooler:6432/ponte',
    PONTE_DATABASE_POOLED: 'true',
  };
  const files = Object.entries(given).map(async ([name, value]) => {
    await writeFile(join(folder, name), `${value}\n`);
    return [`${name}_FILE`, join(folder, name)] as const;
  });
  const direct = 'postgres://ponte@database:5432/ponte';
  const config = readConfig({
    ...Object.fromEntries(await Promise.all(files)),
    PONTE_DATABASE_DIRECT_URL: direct,
    PONTE_DATA_DIR: folder,
  });
  assert.deepEqual([config.databaseUrl, config.databasePooled], [given.DATABASE_URL, true]);
  const opened = readConfig((await openPlace(config, direct)).env);
  assert.deepEqual([opened.databaseUrl, opened.databasePooled], [direct, false]);
});
