import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { type Operation, reference } from '../openapi.ts';
import { until } from '../receiver.ts';
import { bodyOf } from '../sample-request.ts';
import { exampleOf } from './makers.ts';
import type { Answer } from './requests.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway();

/** Sends the example of an operation's body to its path. */
async function sendExample(operation: Operation, owner: Tenant): Promise<[Answer, string]> {
  const { method, path, id, ...request } = await exampleOf(operation, owner);
  return [await owner.call(method, path, request), String(id)];
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
