import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { testEnvironment } from '../app.ts';
import { openGateway } from '../gateway.ts';
import { openPerson, type Person } from '../person.ts';
import { until } from '../receiver.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

/** Asks for each of these and leaves while it is still looked up who asks. */
async function leaveEarly(person: Person, paths: readonly string[]): Promise<void> {
  await app.db.begin(async (tx) => {
    await tx`lock table memberships in access exclusive mode`;
    const asked = paths.map((path) =>
      get(`${gateway.url}/app/api${path}`, { headers: { cookie: person.cookie }, agent: false }),
    );
    asked.forEach((request) => request.on('error', () => undefined));
    const gone = asked.map((request) => new Promise((resolve) => request.once('close', resolve)));
    await until(async () => {
      const [row] = await app.db<{ waiting: number }>`
        select count(*) as waiting from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and not l.granted`;
      return row?.waiting === paths.length;
    });
    asked.forEach((request) => request.destroy());
    await Promise.all(gone);
    // An answer to another request says that the sockets were looked at meanwhile.
    for (let times = 0; times < 3; times += 1) await fetch(`${gateway.url}/healthz`);
  });
}

test('a stream that was left before it began takes nobody’s place', async () => {
  const { accountId } = await testEnvironment(app);
  const person = await openPerson(gateway, { [accountId]: 'owner' });
  const path = `/accounts/${accountId}/test/live`;
  for (let times = 0; times < 4; times += 1) await leaveEarly(person, [path, path, path]);
  const leaving = new AbortController();
  const answer = await fetch(`${gateway.url}/app/api${path}`, {
    headers: { cookie: person.cookie },
    signal: leaving.signal,
  });
  leaving.abort();
  assert.equal(answer.status, 200);
});

test('a file that was left before it began takes nobody’s place', async () => {
  const { accountId } = await testEnvironment(app);
  const person = await openPerson(gateway, { [accountId]: 'owner' });
  const path = `/accounts/${accountId}/test/deposits.csv`;
  for (let times = 0; times < 2; times += 1) await leaveEarly(person, [path, path, path]);
  await until(async () => (await person.call('GET', path)).status === 200);
});
