import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeBuffers } from './size-buffers.ts';

const GB = 1_073_741_824;

test('PostgreSQL gets an eighth of the memory, at least 128 MB and at most 1 GB', () => {
  const of = (total: number): string => sizeBuffers({ total, constrained: 0 });
  assert.equal(of(0.5 * GB), '128MB');
  assert.equal(of(2 * GB), '256MB');
  assert.equal(of(64 * GB), '1024MB');
});

test("a container's memory limit counts, unless it exceeds the machine's memory", () => {
  assert.equal(sizeBuffers({ total: 64 * GB, constrained: 4 * GB }), '512MB');
  // What Linux reports where a container has no limit.
  assert.equal(sizeBuffers({ total: 2 * GB, constrained: 2 ** 63 }), '256MB');
});
