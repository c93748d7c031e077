import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runPonte } from '../../test/contract/ponte.ts';
import { segmentsBetween } from './copy-cluster.ts';

test('the database of DATABASE_URL is not ours to back up', async () => {
  for (const args of [
    ['backup', '--to', '/nowhere'],
    ['restore', '--from', '/nowhere'],
  ]) {
    const { status, errors } = await runPonte({ databaseUrl: 'postgres://x@127.0.0.1:9/x' }, args);
    assert.equal(status, 1);
    assert.match(errors, /PostgreSQL's own tools/);
  }
});

test('the names of the log’s segments go on from one file of 4 GB to the next', () => {
  const segments = segmentsBetween('0000000200000001000000FE', '000000020000000200000001', 2 ** 24);
  assert.deepEqual(segments, [
    '0000000200000001000000FE',
    '0000000200000001000000FF',
    '000000020000000200000000',
    '000000020000000200000001',
  ]);
});
