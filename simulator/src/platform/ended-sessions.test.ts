import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test, type TestContext } from 'node:test';
import { type Db, isConnectionLoss, openDatabase } from './database.ts';
import { openVault } from './vault.ts';

/** A message of PostgreSQL's protocol. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), length, bytes]);
}

const READY = message('Z', 'I');
const SIGNED_IN = Buffer.concat([message('R', '\0\0\0\0'), READY]);
const EMPTY = Buffer.concat([
  ...['1', '2', 'n'].map((type) => message(type, '')),
  message('C', 'SELECT 0\0'),
  READY,
]);
/** `pg_terminate_backend`, an administrator's shutdown. */
const ENDED = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');

/** A database whose server sends these packets: on a sign-in, and on each statement. */
async function openDb(t: TestContext, onSignIn: Buffer[], onStatement: Buffer[]): Promise<Db> {
  const server = createServer((socket) => {
    let isSignedIn = false;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      socket.write(Buffer.concat(isSignedIn ? onStatement : onSignIn));
      isSignedIn = true;
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const url = `postgresql://user:x@127.0.0.1:${address.port}/x`;
  const db = openDatabase({ url, vault: openVault('a secret'), pooled: false });
  t.after(() => db.close().then(() => server.close()));
  return db;
}

test('a session that is ended as soon as it begins fails its transaction, not the process', async (t) => {
  const db = await openDb(t, [SIGNED_IN, ENDED], []);
  await assert.rejects(
    db.begin(async (tx) => tx`select`),
    isConnectionLoss,
  );
  await assert.rejects(db`select`, isConnectionLoss);
});

test('a session that is ended between two uses fails the next transaction, not the process', async (t) => {
  const db = await openDb(t, [SIGNED_IN], [EMPTY, ENDED]);
  assert.deepEqual(await db`select`, []);
  await assert.rejects(
    db.begin(async (tx) => tx`select`),
    isConnectionLoss,
  );
});
