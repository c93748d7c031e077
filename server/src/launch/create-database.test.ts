import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { listen } from '../../test/listen.ts';
import { createDatabase } from './create-database.ts';
import { wasLost } from './serving.ts';

/** What PostgreSQL sends once it has accepted a connection: AuthenticationOk, ReadyForQuery. */
const ACCEPTED = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

test('a server that dies during the creation fails it, without ending this process', async (t) => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(ACCEPTED);
      // The first query.
      socket.once('data', () => socket.destroy());
    });
  });
  const port = await listen(server);
  t.after(() => server.close());
  const url = `postgresql://ponte:secret@127.0.0.1:${String(port)}/postgres?sslmode=disable`;
  await assert.rejects(createDatabase(url), wasLost);
});
