import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isObject } from '../../src/platform/json.ts';
import { runPonte } from '../contract/ponte.ts';
import { testEnvironment } from '../app.ts';
import { openGateway } from '../gateway.ts';
import { openPerson } from '../person.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

const ponte = (...words: string[]) => runPonte(app.config, words);

async function json(...words: string[]): Promise<Record<string, unknown>> {
  const { status, output, errors } = await ponte(...words, '--json');
  assert.equal(status, 0, errors);
  const answer: unknown = JSON.parse(output);
  assert.ok(isObject(answer));
  return answer;
}

async function acts(): Promise<unknown[][]> {
  const { entries } = await json('audit', 'list');
  assert.ok(Array.isArray(entries));
  const all: unknown[] = entries;
  return all
    .filter(isObject)
    .map(({ action, actor, subject, reason }) => [
      action,
      isObject(actor) ? actor['kind'] : undefined,
      subject,
      reason,
    ]);
}

test('the operator role is granted and revoked by command, effective immediately, with a reason', async () => {
  const person = await openPerson(gateway);
  const seen = async () => (await person.call('GET', '/operator/queues')).status;
  const order = ['--email', person.email.toUpperCase(), '--reason', 'runs it'];
  await json('operator', 'grant', ...order);
  assert.equal(await seen(), 200);
  const { operators } = await json('operator', 'list');
  assert.deepEqual(operators, [{ id: person.userId, email: person.email, name: null }]);
  await json('operator', 'revoke', ...order);
  assert.equal(await seen(), 404);
  assert.deepEqual((await acts()).slice(0, 2), [
    ['operator revoke', 'cli', person.userId, 'runs it'],
    ['operator grant', 'cli', person.userId, 'runs it'],
  ]);
});

test('a grant without a reason, or to no confirmed user, changes nothing and leaves no entry', async () => {
  const person = await openPerson(gateway);
  const before = (await acts()).length;
  await app.db`update users set email_confirmed_at = null where id = ${person.userId}`;
  for (const [ending, ...words] of [
    [2, '--email', person.email],
    [2, '--email', person.email, '--reason', 'x'],
    [1, '--email', person.email, '--reason', 'not confirmed'],
    [1, '--email', 'nobody@example.com', '--reason', 'not there'],
  ] as const) {
    const { status, output } = await ponte('operator', 'grant', ...words);
    assert.deepEqual([status, output], [ending, ''], words.join(' '));
  }
  assert.equal((await acts()).length, before);
});

test('successful commands of operators are in the audit log, and failed ones are not', async () => {
  const { accountId, key } = await testEnvironment(app);
  const keyId = `key_${key.split('_')[2] ?? ''}`;
  await json('account', 'set', '--account', accountId, '--money-rate', '4', '--reason', 'asked');
  await json('key', 'revoke', '--id', keyId);
  await json('safe-mode', 'on', '--reason', 'drill');
  await json('safe-mode', 'off');
  assert.equal((await ponte('key', 'revoke', '--id', 'key_x')).status, 1);
  assert.equal((await ponte('account', 'set', '--account', 'acc_x')).status, 1);
  assert.deepEqual((await acts()).slice(0, 4), [
    ['safe-mode off', 'cli', null, null],
    ['safe-mode on', 'cli', null, 'drill'],
    ['key revoke', 'cli', keyId, null],
    ['account set', 'cli', accountId, 'asked'],
  ]);
});

test('a name or a reason that is not one printable line is refused, since lists print it verbatim', async () => {
  const { accountId } = await testEnvironment(app);
  const create = ['key', 'create', '--account', accountId, '--mode', 'test', '--scopes', 'all'];
  for (const words of [
    [...create, '--name', 'a'.repeat(81)],
    [...create, '--name', 'a\u001b[31m'],
    [...create, '--reason', 'a\nb'],
  ]) {
    const { status, output, errors } = await ponte(...words);
    assert.deepEqual([status, output], [2, ''], JSON.stringify(words));
    assert.match(errors, /takes .*line/);
  }
});

test('audit verify exits with 1 and names the entry that was tampered with', async () => {
  for (const turn of ['on', 'off']) await json('safe-mode', turn);
  const { head, isIntact } = await json('audit', 'verify');
  assert.equal(isIntact, true);
  const kept = await ponte('audit', 'verify', '--head', String(head));
  assert.equal(kept.status, 0, kept.output);
  assert.match(kept.output, new RegExp(String(head)));
  await app.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update audit_entries set reason = 'another' where sequence = 2`;
  });
  const changed = await ponte('audit', 'verify');
  assert.equal(changed.status, 1);
  assert.match(changed.output, /^Entry 2: it is not what was recorded/);
  assert.equal((await ponte('audit', 'verify', '--head', 'x')).status, 2);
});
