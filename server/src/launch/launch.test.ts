import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testDatabase } from '../../test/database.ts';
import {
  allGone,
  askRole,
  findProcesses,
  makeContainer,
  makeScratch,
  startLauncher,
} from '../../test/launcher.ts';
import { listen } from '../../test/listen.ts';
import { query } from '../../test/query.ts';
import { readServerNote } from './previous-server.ts';
import { waitFor } from './wait-for.ts';

describe('a launcher', { concurrency: 2, timeout: 60_000 }, () => {
  test('starts everything, refuses a second start, stops cleanly and starts again', async (t) => {
    const scratch = await makeScratch(t);
    const first = startLauncher(scratch);
    const { url, databaseUrl, sandboxUrl } = await first.ready;
    await query(databaseUrl, `insert into rows values ('kept')`);

    const api = await askRole(url);
    assert.equal(api.env['DATABASE_URL'], databaseUrl);
    assert.equal(api.env['PONTE_SANDBOX_URL'], sandboxUrl);
    assert.equal(api.env['PONTE_DATA_DIR'], join(scratch, 'data'));
    assert.equal(api.env['PONTE_PARENT_PIPE'], '1');
    assert.match(String(api.env['PONTE_ENCRYPTION_KEYS']), /^k1:[\w+/]{43}=$/);
    const ports = [databaseUrl, sandboxUrl].map((address) => new URL(String(address)).port);
    assert.equal(api.env['PONTE_RESERVED_PORTS'], ports.join(','));
    const sandbox = await askRole(sandboxUrl);
    assert.equal(sandbox.env['PONTE_SANDBOX_SECRET'], api.env['PONTE_SANDBOX_SECRET']);
    assert.equal(sandbox.env['PONTE_ENCRYPTION_KEYS'], undefined);

    const second = startLauncher(scratch);
    assert.equal(await second.ended, 1);
    assert.match(second.errors(), new RegExp(`already running on .*process ${first.pid}\\)`));

    first.process.kill('SIGTERM');
    assert.equal(await first.ended, 0);
    assert.ok(await allGone(scratch, 1_000));

    const third = startLauncher(scratch);
    const rows = await query((await third.ready).databaseUrl, 'select id from rows');
    assert.deepEqual(rows, [{ id: 'kept' }]);
  });

  test('says which migrations an upgrade applies, and nothing of those of a first start', async (t) => {
    const scratch = await makeScratch(t);
    const first = startLauncher(scratch);
    await first.ready;
    first.process.kill('SIGTERM');
    await first.ended;
    assert.doesNotMatch(first.errors(), /upgraded/);
    await writeFile(join(scratch, '0002_more.sql'), 'create table more (id text);');
    const second = startLauncher(scratch);
    await second.ready;
    assert.match(second.errors(), /^The database is being upgraded: 0002_more\.sql$/m);
  });

  test('stops all its processes when it is killed, and starts again with the same data', async (t) => {
    const scratch = await makeScratch(t);
    const first = startLauncher(scratch);
    await query((await first.ready).databaseUrl, `insert into rows values ('kept')`);
    first.process.kill('SIGKILL');
    // Immediately: the next start waits for what is left of the previous one.
    const second = startLauncher(scratch);
    const { databaseUrl } = await second.ready;
    assert.deepEqual(await query(databaseUrl, 'select id from rows'), [{ id: 'kept' }]);
    second.process.kill('SIGKILL');
    await second.ended;
    assert.ok(await allGone(scratch, 3_000));
  });
});

describe(
  'a launcher among processes that die or compete',
  { concurrency: 2, timeout: 60_000 },
  () => {
    test('restarts dead processes at the same addresses', async (t) => {
      const scratch = await makeScratch(t);
      const launcher = startLauncher(scratch);
      const { url, databaseUrl, sandboxUrl } = await launcher.ready;
      for (const address of [url, sandboxUrl]) {
        const { pid } = await askRole(address);
        process.kill(pid, 'SIGKILL');
        const successor = await waitFor(
          () =>
            askRole(address).then(
              (role) => (role.pid === pid ? undefined : role),
              () => undefined,
            ),
          { timeoutMs: 10_000 },
        );
        assert.ok(successor);
      }

      const api = await askRole(url);
      const server = await readServerNote(join(scratch, 'data', 'postgres'));
      assert.ok(server);
      process.kill(server.pid, 'SIGKILL');
      const isBack = async (): Promise<true | undefined> => {
        const note = await readServerNote(join(scratch, 'data', 'postgres'));
        if (!note || note.pid === server.pid) return undefined;
        return query(databaseUrl, 'select 1').then(
          () => true,
          () => undefined,
        );
      };
      assert.ok(await waitFor(isBack, { timeoutMs: 15_000, everyMs: 50 }));
      assert.equal((await askRole(url)).pid, api.pid);
    });

    test('of two concurrent first starts one serves and the other exits', async (t) => {
      const scratch = await makeScratch(t);
      const launchers = [startLauncher(scratch), startLauncher(scratch)];
      const outcomes = await Promise.all(
        launchers.map(({ ready, ended }) => Promise.race([ready.then(() => 'ready'), ended])),
      );
      assert.deepEqual(outcomes.sort(), [1, 'ready']);
    });
  },
);

describe('a launcher with a closed terminal', { timeout: 60_000 }, () => {
  test('keeps running, and restarts dead processes', async (t) => {
    const scratch = await makeScratch(t);
    const launcher = startLauncher(scratch);
    const { url } = await launcher.ready;
    launcher.process.stdout?.destroy();
    launcher.process.stderr?.destroy();
    const before = new Set([launcher.pid]);
    // By the next death, the messages about the previous death and restart have been written.
    for (let deaths = 0; deaths <= 2; deaths += 1) {
      const worker = await waitFor(
        async () =>
          (await findProcesses(join(scratch, 'worker.mjs'))).find((pid) => !before.has(pid)),
        { timeoutMs: 10_000 },
      );
      assert.ok(worker);
      before.add(worker);
      process.kill(worker, 'SIGKILL');
    }
    await askRole(url);
    launcher.process.kill('SIGTERM');
    assert.equal(await launcher.ended, 0);
  });
});

describe('a launcher with startup problems', { concurrency: 2, timeout: 60_000 }, () => {
  test('does not start beside a launcher in another container', async (t) => {
    const container = makeContainer();
    if (!container) return t.skip('unshare is refused');
    const scratch = await makeScratch(t);
    const { databaseUrl } = await startLauncher(scratch).ready;
    const second = startLauncher(scratch, { within: container });
    assert.equal(await second.ended, 1);
    assert.match(second.errors(), /already running on .*another container/);
    assert.deepEqual(await query(databaseUrl, 'select 1 as one'), [{ one: 1 }]);
  });

  test('exits with status 1 if a process reports that a restart will not help', async (t) => {
    const scratch = await makeScratch(t);
    await writeFile(join(scratch, 'worker.mjs'), `console.error('wrong key'); process.exit(78);`);
    const launcher = startLauncher(scratch);
    assert.equal(await launcher.ended, 1);
    assert.match(launcher.errors(), /wrong key\n[^]*The worker cannot start\./);
    assert.ok(await allGone(scratch, 1_000));
  });

  test('keeps running if only its sandbox cannot start, since live mode needs none', async (t) => {
    const scratch = await makeScratch(t);
    const says = `console.error('wrong secret'); process.exit(78);`;
    await writeFile(join(scratch, 'simulator.mjs'), says);
    const launcher = startLauncher(scratch);
    const { url } = await launcher.ready;
    await askRole(url);
    // It is restarted again and again, since its database may be reset meanwhile.
    const isTriedAgain = (): true | undefined =>
      launcher.errors().split('wrong secret').length > 2 || undefined;
    assert.ok(await waitFor(isTriedAgain, { timeoutMs: 30_000 }));
    launcher.process.kill('SIGTERM');
    assert.equal(await launcher.ended, 0);
  });

  test('keeps running if the rest of its welcome cannot be read', async (t) => {
    const scratch = await makeScratch(t);
    const launcher = startLauncher(scratch, { env: { SPEECHLESS: '1' } });
    const { url } = await launcher.ready;
    assert.ok(
      await waitFor(() => launcher.errors().includes('the connection is gone') || undefined, {
        timeoutMs: 10_000,
      }),
    );
    await askRole(url);
    launcher.process.kill('SIGTERM');
    assert.equal(await launcher.ended, 0);
  });

  test('reports when its port is in use', async (t) => {
    const other = createServer();
    const port = await listen(other);
    t.after(() => other.close());
    const launcher = startLauncher(await makeScratch(t), { port });
    assert.equal(await launcher.ended, 1);
    assert.match(launcher.errors(), new RegExp(`Port ${port} .* is in use`));
  });
});

describe('a launcher of single roles', { concurrency: 2, timeout: 60_000 }, () => {
  test('starts no PostgreSQL if the operator has one, and each role can run alone', async (t) => {
    const [scratch, databaseUrl] = await Promise.all([makeScratch(t), testDatabase(t)]);
    await query(databaseUrl, 'drop table schema_migrations');
    const worker = startLauncher(scratch, { role: 'worker', databaseUrl });
    assert.deepEqual(await worker.ready, { databaseUrl });
    const sandboxUrl = 'http://127.0.0.1:9/';
    const api = startLauncher(scratch, { role: 'api', databaseUrl, sandboxUrl });
    const ready = await api.ready;
    assert.equal(ready.sandboxUrl, sandboxUrl);
    const { env } = await askRole(ready.url);
    assert.equal(env['PONTE_RESERVED_PORTS'], `${new URL(databaseUrl).port},9`);
    assert.deepEqual(await readdir(join(scratch, 'data')), ['secrets.json']);
  });

  test('can run the sandbox alone', async (t) => {
    const launcher = startLauncher(await makeScratch(t), { role: 'sandbox' });
    const { url, sandboxUrl } = await launcher.ready;
    assert.equal(url, sandboxUrl);
    assert.equal((await askRole(url)).env['PONTE_SANDBOX_PORT'], new URL(String(url)).port);
  });
});
