import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRESETS, presetOf, presetScopes, type Scope, SCOPES } from './scopes.ts';
import { curlWith, envWith } from './snippets.ts';

const all = () => true;

test('no preset lets a key send money away', () => {
  for (const preset of PRESETS) {
    assert.ok(!presetScopes(preset, all).includes('withdrawal:create'), preset);
  }
});

test('a preset gives nobody what their role does not have', () => {
  const mayGive = (scope: Scope) => scope !== 'wallets:write';
  for (const preset of PRESETS) {
    const scopes = presetScopes(preset, mayGive);
    assert.ok(!scopes.includes('wallets:write'), preset);
    assert.equal(presetOf(scopes, mayGive), preset);
  }
});

test('a choice of scopes is a preset only where it has just those', () => {
  assert.equal(presetOf([], all), undefined);
  assert.equal(presetOf(SCOPES, all), undefined);
  assert.equal(presetOf(['read:transactions', 'deposit:create'], all), 'receive');
});

test('the first call that is shown is one that the key may make, and charges nobody', () => {
  const shown = (mode: 'test' | 'live', ...scopes: Scope[]) =>
    curlWith('https://p.example', { key: 'pt_x', mode, scopes });
  assert.match(shown('test', 'deposit:create'), /\/v1\/api\/deposit /);
  assert.match(shown('live', 'deposit:create'), /\/v1\/api\/fees /);
  assert.match(shown('test', 'read:balance'), /\/v1\/api\/fees /);
  assert.equal(envWith('https://p.example', 'k'), 'PONTE_URL=https://p.example\nPONTE_KEY=k\n');
});
