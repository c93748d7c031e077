import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { type Operation, reference } from '../openapi.ts';
import { until } from '../receiver.ts';
import { bodyOf, idFieldsOf, sampleRequest } from '../sample-request.ts';
import { type Answer, fresh } from './requests.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway();

/** How a tenant creates what a path refers to, by the prefix of its id. */
const MAKERS: Readonly<Record<string, (owner: Tenant) => Promise<Answer>>> = {
  dep: async (owner) => {
    await owner.openWallet();
    return owner.post('/v1/api/deposit', DEPOSIT);
  },
  wdr: (owner) => owner.post('/v1/api/withdraw', WITHDRAWAL),
  whe: (owner) =>
    owner.call('POST', '/v1/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/hook' } }),
  lsn: (owner) => owner.call('POST', '/v1/api/listeners', { body: { name: 'desk' } }),
  lnk: (owner) => owner.call('POST', '/v1/api/payment-links', { body: { title: 'Aula' } }),
};

/** Sends the example of an operation's body to its path. */
async function sendExample(operation: Operation, owner: Tenant): Promise<[Answer, string]> {
  const field = idFieldsOf(reference, operation).find(({ place }) => place === 'path');
  const made = field && (await MAKERS[field.prefix]?.(owner));
  assert.ok(!field || made, `this test has no maker for ${String(field?.name)}`);
  const id = String(made?.body['id']);
  const given = field && { field, id };
  const { method, path, body, takesIdempotencyKey } = sampleRequest(reference, operation, given);
  const headers = takesIdempotencyKey ? fresh() : {};
  return [await owner.call(method, path, { body, headers }), id];
}

const keyed = reference.operations.filter(
  (operation) =>
    operation.content['x-scope'] !== undefined && bodyOf(reference, operation) !== undefined,
);

describe('the example of a request body is accepted', { concurrency: 4 }, () => {
  for (const operation of keyed) {
    test(`${operation.method} ${operation.path}`, async () => {
      const owner = await openTenant(gateway);
      if (operation.path === '/v1/api/deposit') await owner.openWallet();
      const [{ status, text }] = await sendExample(operation, owner);
      assert.ok(status < 300, text);
    });
  }
});

test('the example of a payment confirms a deposit', async () => {
  const operation = keyed.find(({ path }) => path === '/v1/sandbox/deposits/{id}/pay');
  assert.ok(operation);
  const owner = await openTenant(gateway);
  const [, id] = await sendExample(operation, owner);
  const read = () => owner.call('GET', `/v1/api/deposit/${id}/status`);
  await until(async () => (await read()).body['status'] === 'CONFIRMED', 30_000);
});

test('no example wallet can be registered in live mode, where money would be sent to it', async () => {
  const operation = keyed.find(
    ({ method, path }) => method === 'POST' && path === '/v1/api/wallets',
  );
  assert.ok(operation);
  const [{ body }] = await sendExample(operation, await openTenant(gateway, 'live'));
  assert.equal(body['error'], 'invalid_liquid_address');
});
