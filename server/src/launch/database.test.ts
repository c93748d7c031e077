import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '../../test/database.ts';
import { openDatabase } from './database.ts';
import { reachDatabase } from './with-database.ts';

/** A directory for a server's socket, and the URL of a database behind that socket. */
async function socketOf(t: TestContext, url: string): Promise<{ folder: string; url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'ponte-socket-'));
  t.after(() => rm(folder, { recursive: true }));
  const { username, password, pathname } = new URL(url);
  return { folder, url: `postgres://${username}:${password}@${pathname}?host=${folder}` };
}

/** Listens on a socket in the directory and forwards to the server of the URL. */
async function listenIn(t: TestContext, folder: string, url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const server = createServer((socket) => {
    const through = connect(Number(port), hostname);
    for (const end of [socket, through]) end.on('error', () => undefined);
    through.on('close', () => socket.destroy());
    socket.on('close', () => through.destroy());
    socket.pipe(through).pipe(socket);
  });
  await once(server.listen(join(folder, '.s.PGSQL.5432')), 'listening');
  t.after(() => server.close());
}

test('start waits for a database whose socket does not exist yet', async (t) => {
  const direct = await testDatabase(t);
  const { folder, url } = await socketOf(t, direct);
  const opened = openDatabase({ dataDir: folder, databaseUrl: url }, '', t.signal);
  const early = await Promise.race([opened.then(() => 'opened'), sleep(100, 'waits')]);
  assert.equal(early, 'waits');
  await listenIn(t, folder, direct);
  assert.equal((await opened).url, url);
});

test("a command fails with the socket's folder if the database's socket does not exist", async (t) => {
  const { folder, url } = await socketOf(t, 'postgres://ponte:secret@127.0.0.1:5432/ponte');
  await assert.rejects(
    reachDatabase({ dataDir: folder, databaseUrl: url }, () => assert.fail('it is not reachable')),
    {
      message: `The PostgreSQL of DATABASE_URL does not answer (${folder}). Start it, or correct DATABASE_URL.`,
    },
  );
});
