import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { recordAct } from '../../src/audits/record-act.ts';
import { newId } from '../../src/ids.ts';
import { isObject } from '../../src/platform/json.ts';
import { testEnvironment } from '../app.ts';
import { openGateway } from '../gateway.ts';
import { ADDRESS, callAs, DEPOSIT } from '../merchant.ts';
import { openPerson, type Person } from '../person.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

let operator: Person;
before(async () => {
  operator = await openPerson(gateway, {}, { isOperator: true });
});

test('the audit log of an account shows its members’ acts, and does not name operators', async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const wallet = await owner.call('POST', `/accounts/${accountId}/test/wallets`, {
    liquidAddress: ADDRESS.test,
  });
  assert.equal(wallet.status, 201, wallet.text);
  const refused = await owner.call('POST', `/accounts/${accountId}/test/wallets`, {});
  assert.equal(refused.status, 400);
  const gone = await owner.call(
    'DELETE',
    `/accounts/${accountId}/test/wallets/${String(wallet.body['id'])}`,
  );
  assert.equal(gone.status, 204, gone.text);
  const path = `/operator/accounts/${accountId}`;
  await operator.call('PATCH', path, { moneyRate: 9, reason: 'not for their eyes' });
  const { status, body, text } = await owner.call('GET', `/accounts/${accountId}/audit`);
  assert.equal(status, 200, text);
  assert.ok(Array.isArray(body['data']));
  const entries: unknown[] = body['data'];
  assert.deepEqual(
    entries
      .filter(isObject)
      .map(({ action, actor, subject, mode }) => [
        action,
        isObject(actor) ? actor['label'] : undefined,
        subject,
        mode,
      ]),
    [
      ['changeAnyAccount', '', accountId, null],
      ['deleteWallet', owner.email, wallet.body['id'], 'test'],
      ['createWallet', owner.email, wallet.body['id'], 'test'],
    ],
  );
  assert.doesNotMatch(text, /not for their eyes/);
  assert.doesNotMatch(text, new RegExp(operator.userId));
  const byOperator = await owner.call(
    'GET',
    `/accounts/${accountId}/audit?actor=${operator.email}`,
  );
  assert.deepEqual(byOperator.body['data'], []);
  const stranger = await openPerson(gateway);
  assert.equal((await stranger.call('GET', `/accounts/${accountId}/audit`)).status, 404);
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  assert.equal((await viewer.call('GET', `/accounts/${accountId}/audit`)).status, 403);
});

test('the audit log of an account is searched by any form of an actor it names', async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const keyId = newId('key');
  for (const actor of [
    { kind: 'person', id: owner.userId, label: owner.email },
    { kind: 'key', id: keyId, label: 'assistente' },
  ] as const) {
    await app.db.begin((tx) => recordAct(tx, { actor, action: 'requestWithdrawal', accountId }));
  }
  const { email, userId } = owner;
  for (const actor of ['person', userId, email, email.toUpperCase(), 'key', keyId]) {
    const { body } = await owner.call('GET', `/accounts/${accountId}/audit?actor=${actor}`);
    assert.equal((body['data'] as unknown[]).length, 1, actor);
  }
});

test('a repeated order is logged once, and orders by key or simulator commands not at all', async () => {
  const { accountId, key } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const tenant = `/accounts/${accountId}/test`;
  await owner.call('POST', `${tenant}/wallets`, { liquidAddress: ADDRESS.test });
  const headers = { 'idempotency-key': 'order 1' };
  const order = () => owner.call('POST', `${tenant}/deposit`, DEPOSIT, headers);
  const first = await order();
  assert.equal(first.status, 201, first.text);
  assert.equal((await order()).text, first.text);
  const id = String(first.body['id']);
  const paid = await owner.call('POST', `${tenant}/sandbox/deposits/${id}/pay`, {});
  assert.ok(paid.status < 300, paid.text);
  const byKey = await callAs(gateway.url, key)('POST', '/v1/api/deposit', DEPOSIT, {
    'idempotency-key': 'order 2',
  });
  assert.equal(byKey.status, 201);
  const { body } = await owner.call('GET', `/accounts/${accountId}/audit`);
  assert.ok(Array.isArray(body['data']));
  const entries: unknown[] = body['data'];
  assert.deepEqual(
    entries
      .filter(isObject)
      .map(({ action, subject }) => [action, subject])
      .slice(0, -1),
    [['createDeposit', id]],
  );
});

test('a member’s act succeeds although its audit entry cannot be written, an operator’s is rolled back', async (t) => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const wallet = { liquidAddress: ADDRESS.test };
  const path = `/accounts/${accountId}/test/wallets`;
  await app.db`alter table audit_head rename to audit_head_away`;
  t.after(() => app.db`alter table if exists audit_head_away rename to audit_head`);
  assert.equal((await owner.call('POST', path, wallet)).status, 201);
  const order = { isOn: true, reason: 'not without its entry' };
  assert.equal((await operator.call('PUT', '/operator/safe-mode', order)).status, 500);
  await app.db`alter table audit_head_away rename to audit_head`;
  // An operator's act is rolled back instead.
  assert.equal((await operator.call('GET', '/operator/safe-mode')).body['isOn'], false);
});

test('a member’s act does not wait for a lock on the head of the audit chain', async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const made = await app.db.begin(async (tx) => {
    await tx`select from audit_head for update`;
    return owner.call('POST', `/accounts/${accountId}/test/payment-links`, { title: 'Aula' });
  });
  assert.equal(made.status, 201, made.text);
});

test('the audit log can be searched, paged to its end and verified over the console', async () => {
  for (const isOn of [true, false]) {
    await operator.call('PUT', '/operator/safe-mode', { isOn, reason: 'a drill' });
  }
  for (const query of [
    `q=${operator.email}`,
    'q=setSafeMode',
    `actor=${operator.userId}`,
    'actor=operator&q=setSafeMode',
  ]) {
    const { body } = await operator.call('GET', `/operator/audit?limit=1&${query}`);
    assert.ok(Array.isArray(body['data']) && body['data'].length === 1, query);
  }
  const seen: unknown[] = [];
  let cursor = '';
  do {
    const { body } = await operator.call('GET', `/operator/audit?limit=3${cursor}`);
    assert.ok(Array.isArray(body['data']));
    const entries: unknown[] = body['data'];
    seen.push(...entries.filter(isObject).map(({ sequence }) => sequence));
    cursor = body['nextCursor'] === null ? '' : `&cursor=${String(body['nextCursor'])}`;
  } while (cursor !== '');
  const verdict = await operator.call('POST', '/operator/audit/verify', {});
  assert.deepEqual(
    [verdict.body['isIntact'], verdict.body['firstBad'], verdict.body['entries']],
    [true, null, seen.length],
    verdict.text,
  );
  const head = { head: 'f'.repeat(64) };
  const other = await operator.call('POST', '/operator/audit/verify', head);
  assert.equal(other.body['isIntact'], false);
});
