import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRESETS, presetOf, presetScopes, type Scope, SCOPES } from './scopes.ts';
import { curlWith, envWith } from './snippets.ts';

const all = () => true;

test('no preset includes the scope to create withdrawals', () => {
  for (const preset of PRESETS) {
    assert.ok(!presetScopes(preset, all).includes('withdrawal:create'), preset);
  }
});

test("a preset leaves out scopes that the creator's role lacks", () => {
  const mayGive = (scope: Scope) => scope !== 'wallets:write';
  for (const preset of PRESETS) {
    const scopes = presetScopes(preset, mayGive);
    assert.ok(!scopes.includes('wallets:write'), preset);
    assert.equal(presetOf(scopes, mayGive), preset);
  }
});

test('scopes match a preset only when they are exactly its scopes', () => {
  assert.equal(presetOf([], all), undefined);
  assert.equal(presetOf(SCOPES, all), undefined);
  assert.equal(presetOf(['read:transactions', 'deposit:create'], all), 'receive');
});

test('the sample call is one the key may make, and never creates a live deposit', () => {
  const shown = (mode: 'test' | 'live', ...scopes: Scope[]) =>
    curlWith('https://p.example', { key: 'pt_x', mode, scopes });
  assert.match(shown('test', 'deposit:create'), /\/v1\/api\/deposit /);
  assert.match(shown('live', 'deposit:create'), /\/v1\/api\/fees /);
  assert.match(shown('test', 'read:balance'), /\/v1\/api\/fees /);
  assert.equal(envWith('https://p.example', 'k'), 'PONTE_URL=https://p.example\nPONTE_KEY=k\n');
});
