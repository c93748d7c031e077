import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/database.ts';
import { openSession } from '../../test/session.ts';
import { connect } from './db.ts';
import { describeServing, findServing, VISITOR } from './find-serving.ts';

test('sessions without a name are counted, not those of visitors, programs or the simulated provider', async (t) => {
  const url = await testDatabase(t);
  const db = connect({ url, connections: 1, name: VISITOR, onError: () => undefined });
  t.after(() => db.end());
  for (const name of [VISITOR, 'psql', 'pg_dump', 'ponte-sandbox']) {
    await openSession(t, url, name);
  }
  assert.equal((await findServing(db)).connections, 0);
  await openSession(t, url);
  await openSession(t, url);
  assert.deepEqual(await findServing(db), { connections: 2, from: ['127.0.0.1'] });
});

test('sessions that the address of the database names are counted by that name', async (t) => {
  const url = `${await testDatabase(t)}&application_name=loja`;
  const db = connect({ url, connections: 1, onError: () => undefined });
  t.after(() => db.end());
  assert.equal((await findServing(db)).connections, 0);
  await openSession(t, url, undefined);
  assert.equal((await findServing(db)).connections, 1);
});

test('they are described with the addresses that they come from', () => {
  const one = { connections: 1, from: ['10.0.0.7'] };
  assert.equal(describeServing(one), '1 connection from 10.0.0.7');
  const two = { connections: 5, from: ['10.0.0.7', 'a socket'] };
  assert.equal(describeServing(two), '5 connections from 10.0.0.7, a socket');
});
