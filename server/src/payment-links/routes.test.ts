import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { openGateway } from '../../test/gateway.ts';
import { openPerson } from '../../test/person.ts';

const gateway = await openGateway(undefined, { worker: false });

async function openLink() {
  const { accountId } = await testEnvironment(gateway.app);
  const person = await openPerson(gateway, { [accountId]: 'owner' });
  const path = `/accounts/${accountId}/test/payment-links`;
  const { status, body } = await person.call('POST', path, { title: 'Aula' });
  assert.equal(status, 201);
  return { accountId, person, path: `${path}/${String(body['id'])}`, link: body };
}

test('who may see links reads one as it was made, and a deleted one no more', async () => {
  const { accountId, path, person, link } = await openLink();
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  const read = await viewer.call('GET', path);
  assert.deepEqual([read.status, read.body], [200, link]);
  assert.equal((await person.call('DELETE', path)).status, 204);
  assert.equal((await viewer.call('GET', path)).status, 404);
});

test('another account reads no link there', async () => {
  const { path } = await openLink();
  const other = await openLink();
  const strange = path.replace(/accounts\/[^/]+/, `accounts/${other.accountId}`);
  assert.equal((await other.person.call('GET', strange)).status, 404);
  assert.equal((await other.person.call('GET', path)).status, 404);
});
