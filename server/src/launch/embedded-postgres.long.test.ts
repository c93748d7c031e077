import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  allGone,
  beforeRemoval,
  findProcesses,
  isAlive,
  makeContainer,
  makeScratch,
  startServerAlone,
} from '../../test/launcher.ts';
import { query } from '../../test/query.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { readServerNote, signalIfAlive } from './previous-server.ts';
import { waitFor } from './wait-for.ts';

const password = 'secret';

async function startIn(
  scratch: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir: join(scratch, 'data'),
    password,
    ...options,
  });
  beforeRemoval(scratch, () => server.stop());
  return server;
}

async function serverPid(dataDir: string): Promise<number> {
  const note = await readServerNote(join(dataDir, 'postgres'));
  assert.ok(note);
  return note.pid;
}

async function signalGuards(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await findProcesses('ponte-guard')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(dataDir)) signalIfAlive(pid, signal);
  }
}

describe('the embedded PostgreSQL', { concurrency: 2, timeout: 60_000 }, () => {
  test('keeps its data between starts, and leaves no process behind', async (t) => {
    const scratch = await makeScratch(t);
    const dataDir = join(scratch, 'data');
    const first = await startIn(scratch);
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    assert.ok(await allGone(dataDir, 1_000));

    const settings = { max_connections: '61' };
    const second = await startIn(scratch, { settings });
    assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
    assert.deepEqual(await query(second.url, 'show max_connections'), [{ max_connections: '61' }]);
  });

  test('ignores PGSSLMODE, which is meant for another server', async (t) => {
    process.env['PGSSLMODE'] = 'require';
    t.after(() => delete process.env['PGSSLMODE']);
    const { url } = await startIn(await makeScratch(t));
    assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }]);
  });

  test('is durable, and reachable only from this machine with its password', async (t) => {
    const scratch = await makeScratch(t);
    const server = await startIn(scratch);
    const shown = await query(
      server.url,
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes',
        'listen_addresses', 'server_encoding', 'synchronous_commit', 'unix_socket_directories') order by name`,
    );
    assert.deepEqual(shown, [
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'server_encoding', setting: 'UTF8' },
      { name: 'synchronous_commit', setting: 'on' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
    await assert.rejects(query(server.url.replace(password, 'wrong'), 'select 1'), {
      code: '28P01',
    });
  });

  test('refuses the secrets of another installation, and says where the right ones are', async (t) => {
    const scratch = await makeScratch(t);
    await (await startIn(scratch)).stop();
    await assert.rejects(startIn(scratch, { password: 'of another' }), {
      message: `The database in ${join(scratch, 'data', 'postgres')} refuses the password in secrets.json, which is another installation's. Restore its own from a backup.`,
    });
  });

  test('logs no data of a failed statement', async (t) => {
    const scratch = await makeScratch(t);
    const dataDir = join(scratch, 'data');
    const server = await startIn(scratch);
    await query(server.url, 'create table people (tax_id text primary key)');
    const insert = `insert into people values ('11144477735')`;
    await query(server.url, insert);
    await assert.rejects(query(server.url, insert));
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    assert.match(log, /people_pkey/);
    assert.doesNotMatch(log, /11144477735/);
  });
});

describe('the embedded PostgreSQL after a kill', { concurrency: 2, timeout: 60_000 }, () => {
  test('stops with the process that started it, even if that is killed', async (t) => {
    const scratch = await makeScratch(t);
    const holder = startServerAlone(scratch);
    await holder.ready;
    const pid = await serverPid(join(scratch, 'data'));
    process.kill(holder.pid, 'SIGKILL');
    assert.ok(await waitFor(() => (isAlive(pid) ? undefined : true), { timeoutMs: 2_000 }));
  });

  test('stops a server that outlived its guards before it starts another', async (t) => {
    const scratch = await makeScratch(t);
    const dataDir = join(scratch, 'data');
    const holder = startServerAlone(scratch);
    const { databaseUrl } = await holder.ready;
    await query(databaseUrl, 'create table kept as select 42 as answer');
    const orphan = await serverPid(dataDir);
    // The guards first: if the holder's pipe closed before, they would still do their work.
    await signalGuards(dataDir, 'SIGKILL');
    // Without its guards the holder may have exited by itself.
    signalIfAlive(holder.pid, 'SIGKILL');
    await holder.ended;
    assert.ok(isAlive(orphan));

    const server = await startIn(scratch);
    assert.ok(!isAlive(orphan));
    assert.deepEqual(await query(server.url, 'select answer from kept'), [{ answer: 42 }]);
  });

  test('waits for a server in another container that outlived its launcher', async (t) => {
    const container = makeContainer();
    if (!container) return t.skip('unshare is refused');
    const scratch = await makeScratch(t);
    const dataDir = join(scratch, 'data');
    await startServerAlone(scratch, { within: container }).ready;
    await signalGuards(dataDir, 'SIGSTOP');
    for (const pid of await findProcesses(join(scratch, 'server-alone.mjs'))) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.startsWith(process.execPath)) signalIfAlive(pid, 'SIGKILL');
    }
    const starting = startIn(scratch);
    assert.equal(await Promise.race([starting, setTimeout(1_000, 'waits')]), 'waits');
    for (const pid of await findProcesses(`/postgres\0-D\0${dataDir}`)) {
      signalIfAlive(pid, 'SIGQUIT');
    }
    const { url } = await starting;
    assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }]);
  });

  test('reports when it was killed, and restarts on the same port with its data', async (t) => {
    const scratch = await makeScratch(t);
    const dataDir = join(scratch, 'data');
    const { promise: died, resolve: onExit } = Promise.withResolvers<void>();
    const first = await startIn(scratch, { onExit });
    await query(first.url, 'create table kept as select 42 as answer');
    process.kill(await serverPid(dataDir), 'SIGKILL');
    await died;
    const second = await startIn(scratch, { port: first.port });
    assert.equal(second.url, first.url);
    assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
  });
});

describe('the embedded PostgreSQL with leftovers', { concurrency: 2, timeout: 60_000 }, () => {
  test('is not blocked by a first start that was killed midway', async (t) => {
    const scratch = await makeScratch(t);
    const dataDir = join(scratch, 'data');
    const holder = startServerAlone(scratch);
    const isMidway = async (): Promise<true | undefined> => {
      const [draft] = await readdir(dataDir).then(
        (names) => names.filter((name) => name.startsWith('postgres-draft-')),
        () => [],
      );
      const files = draft ? await readdir(join(dataDir, draft, 'data')).catch(() => []) : [];
      return files.includes('base') || undefined;
    };
    assert.ok(await waitFor(isMidway, { timeoutMs: 10_000, everyMs: 5 }));
    process.kill(holder.pid, 'SIGKILL');

    const server = await startIn(scratch);
    assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  });

  test('is not blocked by another process with the pid of the last server', async (t) => {
    const [scratch, elsewhere] = await Promise.all([makeScratch(t), makeScratch(t)]);
    const [first] = await Promise.all([startIn(scratch), startIn(elsewhere)]);
    await first.stop();
    const cluster = join(scratch, 'data', 'postgres');
    // Another server is the hardest case: the same program, run by the same user.
    const stranger = await serverPid(join(elsewhere, 'data'));
    const note = `${stranger}\n${cluster}\n1700000000\n${first.port}\n\n127.0.0.1\n`;
    await writeFile(join(cluster, 'postmaster.pid'), note);
    const second = await startIn(scratch);
    assert.deepEqual(await query(second.url, 'select 1 as one'), [{ one: 1 }]);
    assert.ok(isAlive(stranger));
  });

  for (const others of [password, 'another']) {
    test(`does not mistake another server on its port for itself (password ${others})`, async (t) => {
      const [scratch, elsewhere] = await Promise.all([makeScratch(t), makeScratch(t)]);
      const { port } = await startIn(elsewhere, { password: others });
      await assert.rejects(
        startIn(scratch, { port }),
        /does not start.*could not create listen socket/s,
      );
    });
  }

  test('creates no empty database in place of one that was moved away', async (t) => {
    const scratch = await makeScratch(t);
    const dataDir = join(scratch, 'data');
    await mkdir(dataDir);
    await symlink('/nowhere/ponte/postgres', join(dataDir, 'postgres'));
    await assert.rejects(startIn(scratch), /which is gone/);
  });
});
