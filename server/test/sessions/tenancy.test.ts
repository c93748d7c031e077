import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/ids.ts';
import { openGateway } from '../gateway.ts';
import { openPerson } from '../person.ts';
import { testEnvironment } from '../app.ts';

const gateway = await openGateway(undefined, { worker: false });

test('a member can read their account by the API’s routes under account and mode', async () => {
  const { accountId } = await testEnvironment(gateway.app);
  const person = await openPerson(gateway, { [accountId]: 'viewer' });
  const me = await person.call('GET', '/me');
  assert.equal(me.status, 200, me.text);
  const wallets = await person.call('GET', `/accounts/${accountId}/test/wallets`);
  assert.deepEqual([wallets.status, wallets.body], [200, { data: [], nextCursor: null }]);
});

test('an account of others and one that does not exist both get 404', async () => {
  const { accountId } = await testEnvironment(gateway.app);
  const stranger = await openPerson(gateway);
  for (const id of [accountId, newId('acc'), 'acc_x', '1']) {
    const { status, body } = await stranger.call('GET', `/accounts/${id}/test/wallets`);
    assert.deepEqual([status, body['error']], [404, 'not_found']);
  }
});

test('a request from a page of another signed-in person is refused as signed out', async () => {
  const { accountId } = await testEnvironment(gateway.app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const other = await openPerson(gateway, { [accountId]: 'owner' });
  const path = `/accounts/${accountId}/test/payment-links`;
  const ask = (person: string) =>
    owner.call('POST', path, { title: 'Aula' }, { 'ponte-person': person });
  for (const page of [other.userId, newId('usr'), '']) {
    const { status, body } = await ask(page);
    assert.deepEqual([status, body['error']], [401, 'signed_out']);
  }
  assert.equal((await ask(owner.userId)).status, 201);
});

test('an unknown path or a wrong method is refused in the API’s error format', async () => {
  const { accountId } = await testEnvironment(gateway.app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  for (const [method, path, refusal, allow] of [
    ['GET', '/nothing', '404 not_found', null],
    ['POST', '/nothing', '404 not_found', null],
    ['GET', '/', '404 not_found', null],
    ['GET', `/accounts/${accountId}/test/`, '404 not_found', null],
    ['GET', `/accounts/${accountId}/prod/fees`, '404 not_found', null],
    ['GET', '/sign-in', '405 method_not_allowed', 'POST'],
    ['GET', `/accounts/${accountId}/test/deposit`, '405 method_not_allowed', 'POST'],
    ['PUT', '/me', '405 method_not_allowed', 'GET, HEAD, PATCH'],
  ] as const) {
    const { status, body, headers } = await owner.call(method, path);
    assert.equal(`${String(status)} ${String(body['error'])}`, refusal, `${method} ${path}`);
    assert.equal(headers.get('allow'), allow, `${method} ${path}`);
  }
});
