import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPonte } from '../../test/contract/ponte.ts';
import { ponteIn, printedIn } from '../../test/own-database.ts';
import { makeDirectory } from '../../test/roles/node.ts';
import { segmentsBetween } from './copy-cluster.ts';

test('what is backed up is there again; a damaged backup is refused, and so is one where something else is in the way', async (t) => {
  const scratch = await makeDirectory(t);
  const at = (name: string): string => join(scratch, name);
  await printedIn(at('data'), 'account create --email owner@example.com');
  await printedIn(at('data'), `backup --to ${at('backup')}`);
  await printedIn(at('again'), `restore --from ${at('backup')}`);
  const { output } = await ponteIn(at('again'), 'account', 'list');
  assert.match(output, /owner@example\.com/);
  const taken = await ponteIn(at('data'), 'backup', '--to', at('backup'));
  assert.match(taken.errors, /exists/);
  // A directory that makes secrets of its own has things that only they open.
  await printedIn(at('other'), 'keys rotate');
  const other = await ponteIn(at('other'), 'restore', '--from', at('backup'));
  assert.match(other.errors, /holds other secrets/);
  await appendFile(join(at('backup'), 'postgres', 'PG_VERSION'), ' ');
  const damaged = await ponteIn(at('new'), 'restore', '--from', at('backup'));
  assert.match(damaged.errors, /PG_VERSION is missing or damaged/);
  await rm(join(at('backup'), 'postgres', 'PG_VERSION'));
  const missing = await ponteIn(at('new'), 'restore', '--from', at('backup'));
  assert.match(missing.errors, /PG_VERSION is missing or damaged/);
  assert.ok(!existsSync(at('new')));
});

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
