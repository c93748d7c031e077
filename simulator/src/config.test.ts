import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasParentPipe, readConfig } from './config.ts';

const ENV = {
  DATABASE_URL: 'postgres://127.0.0.1/x',
  PONTE_SANDBOX_PORT: '0',
  PONTE_SANDBOX_SECRET: 'secret',
};

test('optional settings have defaults', () => {
  assert.deepEqual(readConfig(ENV), {
    databaseUrl: 'postgres://127.0.0.1/x',
    databasePooled: false,
    host: '127.0.0.1',
    port: 0,
    secret: 'secret',
    strict: false,
    generation: 'current',
    depixAssetId: '0d5e7e57'.repeat(8),
    depositFeeCents: 99,
  });
});

test('set values override the defaults', () => {
  const config = readConfig({
    ...ENV,
    PONTE_SANDBOX_STRICT: 'true',
    PONTE_SANDBOX_GENERATION: 'legacy',
    PONTE_SANDBOX_BASE_URL: 'http://sandbox:8080',
    PONTE_FAILPOINTS_DIR: '/tmp/failpoints',
  });
  assert.equal(config.strict, true);
  assert.equal(config.generation, 'legacy');
  assert.equal(config.baseUrl, 'http://sandbox:8080');
  assert.equal(config.failpointsDir, '/tmp/failpoints');
});

test('a missing or invalid setting is rejected by name', () => {
  for (const name of Object.keys(ENV)) {
    assert.throws(() => readConfig({ ...ENV, [name]: '' }), new RegExp(name));
  }
  for (const [name, value] of [
    ['PONTE_SANDBOX_PORT', '65536'],
    ['PONTE_SANDBOX_PORT', 'x'],
    ['PONTE_SANDBOX_STRICT', 'yes'],
    ['PONTE_SANDBOX_GENERATION', 'next'],
  ] as const) {
    assert.throws(() => readConfig({ ...ENV, [name]: value }), new RegExp(name));
  }
});

test('the parent pipe is used only on request', () => {
  assert.equal(hasParentPipe({}), false);
  assert.equal(hasParentPipe({ PONTE_PARENT_PIPE: '1' }), true);
});
