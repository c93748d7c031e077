import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runPonte } from '../../test/contract/ponte.ts';
import { segmentsBetween } from './copy-cluster.ts';

test('backup, restore and tools refuse an external PostgreSQL', async () => {
  for (const args of [
    ['backup', '--to', '/nowhere'],
    ['restore', '--from', '/nowhere'],
    ['with-database', 'psql'],
  ]) {
    const { status, errors } = await runPonte({ databaseUrl: 'postgres://x@127.0.0.1:9/x' }, args);
    assert.equal(status, 1);
    assert.match(errors, /PostgreSQL's own tools/);
  }
});

test('WAL segment names continue over a 4 GB boundary', () => {
  const segments = segmentsBetween('0000000200000001000000FE', '000000020000000200000001', 2 ** 24);
  assert.deepEqual(segments, [
    '0000000200000001000000FE',
    '0000000200000001000000FF',
    '000000020000000200000000',
    '000000020000000200000001',
  ]);
});
