import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { openMerchant } from '../../test/merchant.ts';
import { openPerson } from '../../test/person.ts';
import { answering } from '../../test/webhooks.ts';

const gateway = await openGateway();

async function openShop() {
  const merchant = await openMerchant(gateway);
  const person = await openPerson(gateway, { [merchant.accountId]: 'developer' });
  const at = `/accounts/${merchant.accountId}/test`;
  return {
    merchant,
    tryUrl: (url: string) => person.call('POST', `${at}/webhook-trials`, { url }),
    countOf: async (path: string) => (await merchant.list(`/v1/api/${path}`)).length,
  };
}

test('a URL is tried with a signed test event, and nothing is stored', async () => {
  const receiver = await answering({ after }, 500);
  const { tryUrl, countOf } = await openShop();
  const { status, body, text } = await tryUrl(receiver.url);
  assert.equal(status, 200, text);
  assert.deepEqual([body['responseStatus'], body['error']], [500, null]);
  const [request, ...others] = receiver.received;
  assert.equal(others.length, 0);
  assert.match(request?.body ?? '', /^\{"event":"test\.ping","data":\{"id":"whe_\w+"\}\}$/);
  assert.match(String(request?.headers['x-webhook-signature']), /^sha256=[0-9a-f]{64}$/);
  assert.equal(await countOf('webhook-endpoints'), 0);
  assert.equal(await countOf('webhook-deliveries'), 0);
});

test('a URL that webhooks may not be sent to is refused before anything is sent', async () => {
  const { tryUrl } = await openShop();
  for (const url of ['ftp://shop.example/', 'http://169.254.169.254/']) {
    const { status, body } = await tryUrl(url);
    assert.deepEqual([status, body['error']], [400, 'invalid_url'], url);
  }
});
