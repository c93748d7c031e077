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

test('a description from before control characters were refused is still returned', async () => {
  const { key } = await testEnvironment(app);
  const id = String((await register(key, { description: 'um\r\ndois\n\ttrês' }))['id']);
  await app.db`update webhook_endpoints set description = ${'\u001b[31mold'} where id = ${id}`;
  const [listed] = itemsOf(await call(key, 'GET', 'webhook-endpoints'));
  assert.equal(listed?.['description'], '\u001b[31mold');
  const changed = await call(key, 'PATCH', `webhook-endpoints/${id}`, { enabled: false });
  assert.deepEqual([changed.status, changed.body['description']], [200, '\u001b[31mold']);
});

test('deleting an endpoint returns 204 once, and 404 afterwards', async () => {
  const { key } = await testEnvironment(app);
  const path = `webhook-endpoints/${String((await register(key))['id'])}`;
  assert.equal((await call(key, 'DELETE', path)).status, 204);
  assert.equal(await refusal(key, 'DELETE', path), '404 not_found');
  assert.equal(await refusal(key, 'PATCH', path, { enabled: true }), '404 not_found');
  assert.deepEqual(itemsOf(await call(key, 'GET', 'webhook-endpoints')), []);
});
