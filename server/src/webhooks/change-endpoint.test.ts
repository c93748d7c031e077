import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsOf } from '../../test/api.ts';
import { testEnvironment } from '../../test/app.ts';
import { openWebhookRoutes } from '../../test/webhooks.ts';

const { app, call, refusal, register } = await openWebhookRoutes();

test('updating an endpoint changes only the given fields', async () => {
  const { key } = await testEnvironment(app);
  await register(key, { description: 'first' });
  const [endpoint = {}] = itemsOf(await call(key, 'GET', 'webhook-endpoints'));
  const path = `webhook-endpoints/${String(endpoint['id'])}`;
  const changes = [
    { url: 'http://127.0.0.1:10/' },
    { events: ['withdrawal.expired'] },
    { description: '' },
    { enabled: false },
    { enabled: true },
  ];
  let expected: Record<string, unknown> = endpoint;
  for (const change of changes) {
    const disabledReason = 'enabled' in change && !change.enabled ? 'owner' : null;
    const { status, body } = await call(key, 'PATCH', path, change);
    expected = { ...expected, ...change, disabledReason, updatedAt: body['updatedAt'] };
    assert.deepEqual([status, body], [200, expected]);
  }
  // A body that names no known field changes nothing, not even `updatedAt`.
  assert.deepEqual((await call(key, 'PATCH', path, { unknown: 1 })).body, expected);
  assert.equal((await call(key, 'PATCH', path)).status, 200);
});

test('deleting an endpoint returns 204 once, and 404 afterwards', async () => {
  const { key } = await testEnvironment(app);
  const path = `webhook-endpoints/${String((await register(key))['id'])}`;
  assert.equal((await call(key, 'DELETE', path)).status, 204);
  assert.equal(await refusal(key, 'DELETE', path), '404 not_found');
  assert.equal(await refusal(key, 'PATCH', path, { enabled: true }), '404 not_found');
  assert.deepEqual(itemsOf(await call(key, 'GET', 'webhook-endpoints')), []);
});
