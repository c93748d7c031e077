import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { openGateway } from '../../test/gateway.ts';
import { openPerson } from '../../test/person.ts';

const gateway = await openGateway(undefined, { worker: false });

test('members read their account, and an admin changes the shop details that payers see', async () => {
  const { accountId } = await testEnvironment(gateway.app);
  const admin = await openPerson(gateway, { [accountId]: 'admin' });
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  const path = `/accounts/${accountId}`;
  const before = await viewer.call('GET', path);
  assert.equal(before.body['id'], accountId);
  assert.deepEqual(before.body['live'], {
    fees: {
      deposit: { percentBasisPoints: 200, fixedCents: 99 },
      withdrawal: { percentBasisPoints: 0, fixedCents: 0 },
    },
    depositsEnabled: true,
    withdrawalsEnabled: true,
  });
  const order = { name: ' Loja da Ana ', website: 'https://loja.example' };
  const changed = await admin.call('PATCH', path, order);
  const { name, contact, website } = changed.body;
  assert.deepEqual([name, contact, website], ['Loja da Ana', null, 'https://loja.example/']);
  const cleared = await admin.call('PATCH', path, { website: '' });
  assert.deepEqual([cleared.body['name'], cleared.body['website']], ['Loja da Ana', null]);
  const refused = await viewer.call('PATCH', path, order);
  assert.equal(refused.status, 403);
});

test('an invalid shop detail is refused, the error names it, and nothing changes', async () => {
  const { accountId } = await testEnvironment(gateway.app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const path = `/accounts/${accountId}`;
  for (const [order, word] of [
    [{ name: 'Loja', website: 'http://loja.example' }, /site/],
    [{ name: 'x'.repeat(81) }, /nome/],
    [{ contact: 'a\nb' }, /contato/],
  ] as const) {
    const { status, body } = await owner.call('PATCH', path, order);
    assert.deepEqual([status, body['error']], [400, 'invalid_request']);
    assert.match(String(body['message']), word);
  }
  assert.equal((await owner.call('GET', path)).body['name'], null);
});
