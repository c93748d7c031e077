import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { createDatabase, SECRET } from '../../test/sandbox.ts';
import { HopelessError } from './hopeless-error.ts';
import { migrate } from './migrate.ts';
import { openVault } from './vault.ts';

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** A database, and the address at which a user signs in who may not make schemas there. */
async function openForeign(t: TestContext) {
  const { url, drop } = await createDatabase();
  const user = `guest_${randomBytes(8).toString('hex')}`;
  await run(url, `create role ${user} login password 'guest'`);
  t.after(async () => {
    await drop();
    const server = new URL(url);
    server.pathname = '/postgres';
    await run(server.href, `drop role ${user}`);
  });
  const guest = new URL(url);
  Object.assign(guest, { username: user, password: 'guest' });
  return { url, user, guest: guest.href };
}

const vault = openVault(SECRET);

test('a user who may not make the schema is told so, and what to do', async (t) => {
  const { url, user, guest } = await openForeign(t);
  const isAdvice = (error: unknown): boolean =>
    error instanceof HopelessError &&
    error.message.includes(`create schema sandbox authorization "${user}"`);
  await assert.rejects(migrate(guest, vault), isAdvice);
  await run(url, 'create schema sandbox');
  await assert.rejects(migrate(guest, vault), isAdvice);
});

test('a schema of its own is enough for a user who may make no other', async (t) => {
  const { url, user, guest } = await openForeign(t);
  await run(url, `create schema sandbox authorization ${user}`);
  await migrate(guest, vault);
  await migrate(guest, vault);
});
