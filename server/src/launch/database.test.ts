import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
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

test('start waits for a database whose socket does not exist yet, and says so once', async (t) => {
  const direct = await testDatabase(t);
  const { folder, url } = await socketOf(t, direct);
  const said: string[] = [];
  const isWaiting = Promise.withResolvers<undefined>();
  const say = (line: string): void => {
    said.push(line);
    isWaiting.resolve(undefined);
  };
  const opened = openDatabase({ dataDir: folder, databaseUrl: url }, '', t.signal, { say });
  const early = await Promise.race([opened, isWaiting.promise]);
  assert.equal(early, undefined);
  await listenIn(t, folder, direct);
  assert.equal((await opened).url, url);
  assert.deepEqual(said, [
    `Waiting up to 30 seconds for the PostgreSQL of DATABASE_URL (${folder}).`,
    'The PostgreSQL of DATABASE_URL is there: Ponte goes on.',
  ]);
  const { length } = said;
  await openDatabase({ dataDir: folder, databaseUrl: url }, '', t.signal, { say });
  assert.equal(said.length, length);
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
