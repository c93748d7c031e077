import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { makeLink } from '../../test/made-link.ts';
import { openPerson } from '../../test/person.ts';
import { readQr } from '../../test/read-qr.ts';

const gateway = await openGateway(undefined, { worker: false });

const openLink = () => makeLink(gateway);

/** Loads the image as a browser does. */
async function loadPicture(path: string, cookie: string): Promise<Response> {
  return fetch(`${gateway.url}/app/api${path}/qr.png`, { headers: { cookie } });
}

test('the QR code contains the URL of the payment page', async () => {
  const { path, person, link } = await openLink();
  const picture = await loadPicture(path, person.cookie);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
  assert.equal(readQr(Buffer.from(await picture.arrayBuffer())), link['url']);
});

test('a viewer can load the QR code of a link, but not of a deleted one', async () => {
  const { accountId, path, person } = await openLink();
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  assert.equal((await loadPicture(path, viewer.cookie)).status, 200);
  assert.equal((await person.call('DELETE', path)).status, 204);
  assert.equal((await loadPicture(path, viewer.cookie)).status, 404);
});
