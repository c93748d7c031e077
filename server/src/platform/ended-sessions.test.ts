import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test, type TestContext } from 'node:test';
import { listen } from '../../test/listen.ts';
import { connect, type Db, isDatabaseAway } from './db.ts';

const READY = message('Z', 'I');
const COMPLETE = message('C', 'SELECT 0\0');
/** `pg_terminate_backend`, an administrator's shutdown. */
const ENDED = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');

/** A message of PostgreSQL's protocol. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), length, bytes]);
}

interface Answers {
  readonly signIn: readonly Buffer[];
  readonly statement: readonly Buffer[];
}

/** A database server of which each answer arrives as one packet. */
async function openDb(t: TestContext, answers: Answers): Promise<Db> {
  const server = createServer((socket) => {
    let isSignedIn = false;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      socket.write(Buffer.concat(isSignedIn ? answers.statement : answers.signIn));
      isSignedIn = true;
    });
  });
  const url = `postgresql://user:x@127.0.0.1:${String(await listen(server))}/x`;
  const db = connect({ url, connections: 1, onError: () => undefined });
  t.after(() => db.end().then(() => server.close()));
  return db;
}

const SIGNED_IN = [message('R', '\0\0\0\0'), READY];

test('a session that is ended as soon as it begins fails its transaction, not the process', async (t) => {
  const db = await openDb(t, { signIn: [...SIGNED_IN, ENDED], statement: [] });
  await assert.rejects(
    db.begin(async (tx) => tx`select`),
    isDatabaseAway,
  );
  await assert.rejects(db`select`, isDatabaseAway);
});

test('a session that is ended between two uses fails the next transaction, not the process', async (t) => {
  const statement = [message('1', ''), message('2', ''), message('n', ''), COMPLETE, READY, ENDED];
  const db = await openDb(t, { signIn: SIGNED_IN, statement });
  const [first, next] = await Promise.allSettled([db`select`, db.begin(async (tx) => tx`select`)]);
  assert.equal(first.status, 'fulfilled');
  assert.ok(next.status === 'rejected' && isDatabaseAway(next.reason));
});
