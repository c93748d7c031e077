import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodingFor } from './encoding-for.ts';

test('a response uses an encoding that its client accepts, and never one that it refuses', () => {
  for (const brotli of ['br', 'gzip, deflate, br, zstd', 'gzip;q=1.0, BR ; q=0.5', 'br;q=0.01']) {
    assert.equal(encodingFor(brotli), 'br', brotli);
  }
  for (const gzip of ['gzip', 'gzip, identity;q=0', 'gzip, br;q=0', 'br; q=0.000, gzip;q=0.5']) {
    assert.equal(encodingFor(gzip), 'gzip', gzip);
  }
  for (const neither of [undefined, '', 'identity', 'zstd', 'br;q=0,gzip; q=0.0', 'brotli', ',;']) {
    assert.equal(encodingFor(neither), undefined, neither);
  }
});
