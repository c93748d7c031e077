import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const COPY = `
  const [module, from, to] = process.argv.slice(1);
  const { copyDurably } = await import(module);
  await copyDurably(from, to);
`;

test('a copy that has room for only a part of the file fails', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-copy-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const from = join(directory, 'from');
  await writeFile(from, 'a'.repeat(5_000));
  const program = join(import.meta.dirname, 'backup-manifest.ts');
  const words = ['--input-type=module', '-e', COPY, program, from, join(directory, 'to')];
  // At the largest size of a file, a write takes what fits, as on a disk that fills up.
  const script = 'ulimit -f 2; exec "$0" "$@"';
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script, process.execPath, ...words], {
    encoding: 'utf8',
  });
  assert.match(stderr, /EFBIG/);
  assert.equal(status, 1);
});
