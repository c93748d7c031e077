import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { connect, type Db } from '../src/platform/db.ts';
import { migrate } from '../src/platform/migrate.ts';
import { emptyDatabase } from './database.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

/** A database as it was before one migration, for tests of what that does to it. */
export interface OlderDatabase {
  readonly db: Db;
  /** Runs that migration, or it and all later ones. @returns the names of those that ran */
  upgrade(wanted: 'this' | 'all'): Promise<readonly string[]>;
}

export async function openOlderDatabase(t: TestContext, migration: string): Promise<OlderDatabase> {
  const url = await emptyDatabase(t);
  const directory = await mkdtemp(join(tmpdir(), 'ponte-older-'));
  t.after(() => rm(directory, { recursive: true }));
  const names = (await readdir(MIGRATIONS)).sort();
  const run = async (wanted: readonly string[]): Promise<readonly string[]> => {
    await Promise.all(
      wanted.map((name) => copyFile(join(MIGRATIONS, name), join(directory, name))),
    );
    return migrate(url, directory);
  };
  await run(names.filter((name) => name < migration));
  const db = connect({ url, connections: 4, answerMs: 600_000, onError: () => undefined });
  t.after(() => db.end());
  return {
    db,
    upgrade: (wanted) =>
      run(wanted === 'this' ? [migration] : names.filter((name) => name >= migration)),
  };
}
