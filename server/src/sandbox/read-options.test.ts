import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config.ts';

test('a local sandbox calls back directly, and a remote one through the base URL', () => {
  const env = {
    PONTE_BASE_URL: 'https://pay.example',
    PONTE_SANDBOX_SECRET: 'a',
    PONTE_SANDBOX_WEBHOOK_SECRET: 'b',
  };
  const callbackOf = (PONTE_SANDBOX_URL: string, more: Record<string, string> = {}) =>
    readConfig({ ...env, PONTE_SANDBOX_URL, ...more }).sandbox?.callbackUrl;
  const near = 'http://127.0.0.1:3000/provider/webhooks';
  assert.equal(callbackOf('http://127.0.0.1:4000'), near);
  assert.equal(callbackOf('http://localhost:4000', { PONTE_HOST: '0.0.0.0' }), near);
  assert.equal(callbackOf('https://sandbox.example'), 'https://pay.example/provider/webhooks');
  assert.equal(readConfig({ PONTE_SANDBOX_URL: 'http://127.0.0.1:4000' }).sandbox, undefined);
});

test('the callback URL of a remote sandbox can be configured', () => {
  const env = {
    PONTE_BASE_URL: 'http://localhost:8080',
    PONTE_SANDBOX_URL: 'http://sandbox:3001',
    PONTE_SANDBOX_SECRET: 'a',
    PONTE_SANDBOX_WEBHOOK_SECRET: 'b',
  };
  const callbackOf = (more: object): string | undefined =>
    readConfig({ ...env, ...more }).sandbox?.callbackUrl;
  assert.equal(callbackOf({}), 'http://localhost:8080/provider/webhooks');
  const given = { PONTE_SANDBOX_CALLBACK_URL: 'http://api:3000/' };
  assert.equal(callbackOf(given), 'http://api:3000/provider/webhooks');
});

test('invalid settings of the sandbox are refused when the configuration is read', () => {
  for (const [name, value, takes] of [
    ['PONTE_SANDBOX_GENERATION', 'next', 'one of current, legacy'],
    ['PONTE_SANDBOX_BASE_URL', 'sandbox', 'an absolute http or https address'],
    ['PONTE_SANDBOX_STRICT', 'very', 'one of true, false, 1, 0'],
  ] as const) {
    const message = `${name} must be ${takes}`;
    assert.throws(() => readConfig({ [name]: value }), { message });
  }
});
