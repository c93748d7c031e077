import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { makeLink } from '../../test/made-link.ts';
import { openPerson } from '../../test/person.ts';

const gateway = await openGateway(undefined, { worker: false });

const openLink = () => makeLink(gateway);

test('a viewer can read a link as it was created, but not once it is deleted', async () => {
  const { accountId, path, person, link } = await openLink();
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  const read = await viewer.call('GET', path);
  assert.deepEqual([read.status, read.body], [200, link]);
  assert.equal((await person.call('DELETE', path)).status, 204);
  assert.equal((await viewer.call('GET', path)).status, 404);
});
