import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { type Merchant, openMerchant } from '../../test/merchant.ts';
import { openPerson } from '../../test/person.ts';
import { openReceiver, until } from '../../test/receiver.ts';
import { newId } from '../ids.ts';
import { pruneHours } from './prune-hours.ts';

const gateway = await openGateway();
const { app } = gateway;

async function openPost(merchant: Merchant) {
  const person = await openPerson(gateway, { [merchant.accountId]: 'developer' });
  const path = `/accounts/${merchant.accountId}/test/webhook-health`;
  const read = async (id: string) => {
    const { status, body, text } = await person.call('GET', `${path}/${id}`);
    assert.equal(status, 200, text);
    return body;
  };
  return {
    register: async (url: string): Promise<string> => {
      const { body } = await merchant.call('POST', '/v1/api/webhook-endpoints', { url });
      return String(body['id']);
    },
    ping: async (id: string): Promise<void> => {
      const answer = await merchant.call('POST', `/v1/api/webhook-endpoints/${id}/test`);
      assert.ok(answer.status < 300, answer.text);
    },
    read,
    person,
    path,
    /** Waits until so many attempts are counted. */
    counted: (id: string, attempts: number) =>
      until(async () => {
        const { hours } = (await read(id)) as {
          hours: { succeeded: number; failed: number }[];
        };
        return hours.reduce((sum, one) => sum + one.succeeded + one.failed, 0) >= attempts;
      }),
  };
}

test('the health of an endpoint counts each attempt, shows the last failure, and recovers', async () => {
  let status = 500;
  const receiver = await openReceiver({ after }, (_request, response) => {
    response.statusCode = status;
    response.end();
  });
  const merchant = await openMerchant(gateway);
  const post = await openPost(merchant);
  const id = await post.register(receiver.url);
  const fresh = await post.read(id);
  assert.deepEqual(
    [fresh['success24h'], fresh['lastFailure'], fresh['consecutiveFailures']],
    [null, null, 0],
  );
  await post.ping(id);
  await post.counted(id, 1);
  await post.ping(id);
  await post.counted(id, 2);
  const failing = await post.read(id);
  const { cause, responseStatus } = failing['lastFailure'] as Record<string, unknown>;
  assert.deepEqual([cause, responseStatus], ['status_500', 500]);
  assert.equal(failing['consecutiveFailures'], 2);
  assert.equal(failing['success24h'], 0);
  assert.notEqual(failing['nextAttemptAt'], null);
  status = 200;
  await post.ping(id);
  await until(async () => (await post.read(id))['consecutiveFailures'] === 0);
  const well = await post.read(id);
  assert.ok(Number(well['success24h']) >= 3_333, JSON.stringify(well));
  assert.equal(well['success7d'], well['success24h']);
  assert.notEqual(well['lastFailure'], null);
  const hours = well['hours'] as { at: string }[];
  assert.equal(hours.length, 48);
  assert.equal(new Set(hours.map(({ at }) => at)).size, 48);
});

test('the health of an endpoint counts concurrent attempts correctly', async () => {
  const receiver = await openReceiver({ after });
  const merchant = await openMerchant(gateway);
  const post = await openPost(merchant);
  const id = await post.register(receiver.url);
  await Promise.all(Array.from({ length: 30 }, () => post.ping(id)));
  await post.counted(id, 30);
  const { hours, success24h } = (await post.read(id)) as {
    hours: { succeeded: number; failed: number }[];
    success24h: number;
  };
  assert.equal(
    hours.reduce((sum, { succeeded }) => sum + succeeded, 0),
    30,
  );
  assert.equal(success24h, 10_000);
  const attempts = await app.db`
      select from webhook_attempts where environment_id = ${merchant.environment.id}`;
  assert.equal(attempts.length, 30);
});

test('the health of an endpoint names the cause of a failure without a response', async () => {
  const merchant = await openMerchant(gateway);
  const post = await openPost(merchant);
  const closed = await post.register('http://127.0.0.1:1/');
  await post.ping(closed);
  await post.counted(closed, 1);
  const { lastFailure } = await post.read(closed);
  const { cause, responseStatus } = lastFailure as Record<string, unknown>;
  assert.deepEqual([cause, responseStatus], ['refused', null]);
});

test('the health of an endpoint loses only the hours that are no longer shown', async () => {
  const merchant = await openMerchant(gateway);
  const endpointId = newId('whe');
  await app.db`
      insert into webhook_hours (environment_id, endpoint_id, hour, shard, succeeded)
      select ${merchant.environment.id}, ${endpointId},
        date_trunc('hour', now(), 'UTC') - n * interval '1 hour', 0, 1
      from generate_series(0, 10 * 24) as n`;
  while (await pruneHours(app.db, 7));
  const [left] = await app.db<{ count: number }>`
      select count(*) as count from webhook_hours where endpoint_id = ${endpointId}`;
  assert.equal(left?.count, 8 * 24);
});

test('the health of an endpoint is visible to its tenant only, and not after its deletion', async () => {
  const merchant = await openMerchant(gateway);
  const other = await openMerchant(gateway);
  const post = await openPost(merchant);
  const strange = await openPost(other);
  const id = await post.register('http://127.0.0.1:1/');
  const refused = await strange.person.call('GET', `${strange.path}/${id}`);
  assert.equal(refused.status, 404);
  const list = async () => {
    const { body } = await post.person.call('GET', post.path);
    return (body['data'] as Record<string, unknown>[]).map(({ endpointId }) => endpointId);
  };
  assert.deepEqual(await list(), [id]);
  await merchant.call('DELETE', `/v1/api/webhook-endpoints/${id}`);
  assert.deepEqual(await list(), []);
});
