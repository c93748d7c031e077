import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const MODULE = import.meta.resolve('./build-dashboard.ts');

test('a dashboard build prints only errors, and what to do after one', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-build-'));
  t.after(() => rm(directory, { recursive: true }));
  const script = join(directory, 'build.js');
  await writeFile(script, "console.log('It is built.'); console.error('It is not.');");
  const start = `import { buildDashboard } from '${MODULE}'; buildDashboard({}, '${script}');`;
  const args = ['--input-type=module', '--eval', start];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  assert.deepEqual([stdout, stderr], ['', 'It is not.\n']);
  await writeFile(script, 'process.exit(1);');
  const failed = await promisify(execFile)(process.execPath, args);
  assert.match(
    failed.stderr,
    /^The dashboard could not be built; .+ Run npm run build in its folder/,
  );
});
