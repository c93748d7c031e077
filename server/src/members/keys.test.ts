import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { openGateway } from '../../test/gateway.ts';
import { countWaiting } from '../../test/locks.ts';
import { openPerson, type Reply } from '../../test/person.ts';
import { until } from '../../test/receiver.ts';
import { beginningOf } from '../api-keys/api-key.ts';
import type { UserId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import { endSessions } from '../sessions/store.ts';
import { deleteMembership, lockTeam, updateRole } from './store.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;
const outcomeOf = ({ status, body }: Reply): string => `${String(status)} ${String(body['error'])}`;

test("a member's new key works, is shown once, and is mailed to the owners without its secret", async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const developer = await openPerson(gateway, { [accountId]: 'developer' });
  const path = `/accounts/${accountId}/test/keys`;
  const order = { name: 'Loja', scopes: ['read:balance'], expiresInDays: 3 };
  const made = await developer.call('POST', path, order);
  assert.equal(made.status, 201, made.text);
  const key = String(made.body['key']);
  const fees = { headers: { authorization: `Bearer ${key}` } };
  assert.equal((await fetch(`${gateway.url}/v1/api/fees`, fees)).status, 200);
  const list = await developer.call('GET', path);
  assert.ok(!list.text.includes(key.slice(-38)));
  const [shown] = list.body['data'] as Record<string, unknown>[];
  assert.deepEqual(shown?.['createdBy'], { userId: developer.userId, email: developer.email });
  assert.deepEqual([shown['lastFour'], shown['mode']], [key.slice(-4), 'test']);
  assert.ok(key.startsWith(String(shown['prefix'])));
  const mails = await app.db<{ recipient: string; facts: string }>`
      select recipient, facts from mails
      where kind = 'key_created' and subject = ${String(made.body['id'])}`;
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [owner.email],
  );
  const facts = app.vault.open('mails.facts', mails[0]?.facts ?? '');
  assert.ok(!facts.includes(key) && facts.includes(key.slice(-4)), facts);
});

test('a member cannot create a key with scopes beyond their role', async () => {
  const { accountId } = await testEnvironment(app);
  const developer = await openPerson(gateway, { [accountId]: 'developer' });
  for (const scope of ['withdrawal:create', 'wallets:write']) {
    const order = { name: '', scopes: ['read:balance', scope] };
    const refused = await developer.call('POST', `/accounts/${accountId}/test/keys`, order);
    assert.equal(outcomeOf(refused), '403 not_permitted');
    assert.match(refused.text, new RegExp(scope));
  }
  const admin = await openPerson(gateway, { [accountId]: 'admin' });
  const order = { name: '', scopes: ['withdrawal:create'] };
  const made = await admin.call('POST', `/accounts/${accountId}/test/keys`, order);
  assert.equal(made.status, 201);
});

test('a member whose role, membership or session ends meanwhile cannot create a key', async () => {
  const { accountId } = await testEnvironment(app);
  const order = { name: '', scopes: ['withdrawal:create'] };
  const changes: readonly [change: (tx: Tx, userId: UserId) => Promise<void>, refusal: string][] = [
    [(tx, userId) => deleteMembership(tx, accountId, userId), '404 not_found'],
    [(tx, userId) => updateRole(tx, accountId, userId, 'developer'), '403 not_permitted'],
    [(tx, userId) => endSessions(tx, userId), '401 signed_out'],
  ];
  for (const [change, refusal] of changes) {
    const admin = await openPerson(gateway, { [accountId]: 'admin' });
    const { asked } = await app.db.begin(async (tx) => {
      await lockTeam(tx, accountId);
      const asked = admin.call('POST', `/accounts/${accountId}/test/keys`, order);
      await until(async () => (await countWaiting(app)) > 0);
      await change(tx, admin.userId);
      return { asked };
    });
    assert.equal(outcomeOf(await asked), refusal);
  }
});

test('creating a live key needs a recent step-up, and creating a test key does not', async () => {
  const { accountId } = await testEnvironment(app);
  const stale = await openPerson(gateway, { [accountId]: 'owner' }, { isFresh: false });
  const fresh = await openPerson(gateway, { [accountId]: 'owner' });
  const order = { name: '', scopes: ['read:balance'] };
  const post = (mode: string, by = stale) =>
    by.call('POST', `/accounts/${accountId}/${mode}/keys`, order);
  assert.equal(outcomeOf(await post('live')), '403 step_up_required');
  assert.equal((await post('test')).status, 201);
  assert.equal((await post('live', fresh)).status, 201);
});

test('a key can be revoked only in its own account and mode', async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const { accountId: elsewhere } = await testEnvironment(app);
  const stranger = await openPerson(gateway, { [elsewhere]: 'owner' });
  const order = { name: '', scopes: ['read:balance'] };
  const made = await owner.call('POST', `/accounts/${accountId}/test/keys`, order);
  const id = String(made.body['id']);
  const strange = await stranger.call('DELETE', `/accounts/${elsewhere}/test/keys/${id}`);
  assert.equal(outcomeOf(strange), '404 not_found');
  const live = await owner.call('DELETE', `/accounts/${accountId}/live/keys/${id}`);
  assert.equal(outcomeOf(live), '404 not_found');
  const path = `/accounts/${accountId}/test/keys/${id}`;
  assert.equal((await owner.call('DELETE', path)).status, 204);
  assert.equal((await owner.call('DELETE', path)).status, 204);
  const headers = { authorization: `Bearer ${String(made.body['key'])}` };
  assert.equal((await fetch(`${gateway.url}/v1/api/fees`, { headers })).status, 401);
});

test('a revocation is recorded in the audit log once, with who did it, however often it is repeated', async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const path = `/accounts/${accountId}/test/keys`;
  const made = await owner.call('POST', path, { name: '', scopes: ['read:balance'] });
  const id = String(made.body['id']);
  const revoke = () => owner.call('DELETE', `${path}/${id}`);
  const answers = [...(await Promise.all([revoke(), revoke()])), await revoke()];
  assert.deepEqual(answers.map(outcomeOf), Array(3).fill('204 undefined'));
  const acts = await app.db<Record<string, unknown>>`
    select actor_id, account_id, mode, address is not null as has_address from audit_entries
    where action = 'revokeKey' and subject = ${id}`;
  assert.deepEqual(acts, [{ actorId: owner.userId, accountId, mode: 'test', hasAddress: true }]);
});

test('a key shows when and from where it was last used, recorded at most once a minute', async () => {
  const { accountId, key } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const shown = async () => {
    const { body } = await owner.call('GET', `/accounts/${accountId}/test/keys`);
    return (body['data'] as Record<string, unknown>[])[0];
  };
  assert.equal((await shown())?.['lastUsedAt'], null);
  const use = () =>
    fetch(`${gateway.url}/v1/api/fees`, { headers: { authorization: `Bearer ${key}` } });
  await use();
  await until(async () => (await shown())?.['lastUsedAt'] !== null);
  const first = await shown();
  assert.equal(first?.['lastUsedFrom'], '127.0.x.x');
  for (let turn = 0; turn < 50; turn += 1) await use();
  await until(async () => {
    const rows = await app.db`
        select from api_requests r join environments e on e.id = r.environment_id
        where e.account_id = ${accountId}`;
    return rows.length === 51;
  });
  assert.deepEqual(await shown(), first);
});
test('only the beginning of an address is kept', () => {
  assert.deepEqual(
    ['177.20.3.4', '::ffff:10.1.2.3', '2001:db8:1:2::3', '::1', 'odd', ''].map(beginningOf),
    ['177.20.x.x', '10.1.x.x', '2001:db8:x', 'x', 'x', 'x'],
  );
});
