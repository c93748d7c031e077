import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasEnded, isBusy, isShown, usageOf } from './usage.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(NOW - hours * HOUR).toISOString();

test('the usage of a key is judged by its last use, or by its creation if unused', () => {
  const used = (lastUsedAt: string | null, createdAt = ago(1)) =>
    usageOf({ lastUsedAt, createdAt }, NOW);
  assert.equal(used(null), 'never');
  assert.equal(used(ago(1)), 'recent');
  assert.equal(used(ago(25)), 'quiet');
  assert.equal(used(ago(31 * 24)), 'idle');
  assert.equal(used(null, ago(31 * 24)), 'idle');
});

test('only a live key used within the last day counts as busy', () => {
  const key = { lastUsedAt: ago(23), createdAt: ago(100) };
  assert.equal(isBusy({ ...key, mode: 'live' }, NOW), true);
  assert.equal(isBusy({ ...key, mode: 'test' }, NOW), false);
  assert.equal(isBusy({ ...key, mode: 'live', lastUsedAt: ago(25) }, NOW), false);
  assert.equal(isBusy({ ...key, mode: 'live', lastUsedAt: null }, NOW), false);
});

test('a revoked key stays listed for a day', () => {
  assert.equal(isShown({ revokedAt: null }, NOW), true);
  assert.equal(isShown({ revokedAt: ago(23) }, NOW), true);
  assert.equal(isShown({ revokedAt: ago(24) }, NOW), false);
});

test('a key has expired from its expiration time on', () => {
  assert.equal(hasEnded({ expiresAt: null }, NOW), false);
  assert.equal(hasEnded({ expiresAt: ago(-1) }, NOW), false);
  assert.equal(hasEnded({ expiresAt: ago(0) }, NOW), true);
});
