import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/ids.ts';
import { openGateway } from '../gateway.ts';
import { openPerson } from '../person.ts';
import { testEnvironment } from '../app.ts';

const gateway = await openGateway(undefined, { worker: false });

test('a member reads what is theirs, by the routes of the API under account and mode', async () => {
  const { accountId } = await testEnvironment(gateway.app);
  const person = await openPerson(gateway, { [accountId]: 'viewer' });
  const me = await person.call('GET', '/me');
  assert.equal(me.status, 200, me.text);
  const wallets = await person.call('GET', `/accounts/${accountId}/test/wallets`);
  assert.deepEqual([wallets.status, wallets.body], [200, { data: [], nextCursor: null }]);
});

test('an account one does not belong to is as unknown as one that does not exist', async () => {
  const { accountId } = await testEnvironment(gateway.app);
  const stranger = await openPerson(gateway);
  for (const id of [accountId, newId('acc'), 'acc_x', '1']) {
    const { status, body } = await stranger.call('GET', `/accounts/${id}/test/wallets`);
    assert.deepEqual([status, body['error']], [404, 'not_found']);
  }
});

test('a viewer changes nothing', async () => {
  const { accountId } = await testEnvironment(gateway.app);
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  const { status, body } = await viewer.call('POST', `/accounts/${accountId}/test/wallets`, {});
  assert.deepEqual([status, body['error']], [403, 'not_permitted']);
});
