import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test, type TestContext } from 'node:test';
import { groupFiles, writeGroups } from './group-tests.ts';
import { ROOT } from './repository.ts';

test('neighbours are in one group, and no process is left without work', () => {
  const files = Array.from({ length: 20 }, (_, index) => `${String(index)}.test.ts`);
  assert.deepEqual(groupFiles(files.slice(0, 3), 3), [['0.test.ts'], ['1.test.ts'], ['2.test.ts']]);
  assert.deepEqual(
    groupFiles(files, 3).map((group) => group.length),
    [7, 7, 6],
  );
  assert.deepEqual(groupFiles(files, 3).flat(), files);
  assert.deepEqual(
    groupFiles(files, 1).map((group) => group.length),
    [8, 8, 4],
  );
  assert.deepEqual(groupFiles([], 3), []);
});

test('a simulation has a process of its own', () => {
  const [own, one, other] = ['server/test/simulation/a.test.ts', 'b.test.ts', 'c.test.ts'];
  assert.deepEqual(groupFiles([one, own, other], 1), [[own], [one, other]]);
});

const MARKED = `
import { after, beforeEach, test } from 'node:test';
import { appendFileSync } from 'node:fs';
const mark = (text) => appendFileSync(process.env.MARKS, NAME + ' ' + text + '\\n');
await null;
mark('loads');
beforeEach(() => mark('before each'));
after(() => mark('ends'));
test('works', () => mark('works'));
`;

test('the files of a group run one after the other, each with its own hooks', async (t) => {
  const { run } = await openGroup(t, {
    'one.test.mjs': `const NAME = 'one';${MARKED}`,
    'two.test.mjs': `const NAME = 'two';${MARKED}`,
  });
  const { status, marks } = await run();
  assert.equal(status, 0);
  assert.deepEqual(
    marks,
    ['one', 'two'].flatMap((name) =>
      ['loads', 'before each', 'works', 'ends'].map((text) => `${name} ${text}`),
    ),
  );
});

test('a file that does not load fails, and the next one of its group still runs', async (t) => {
  const { run } = await openGroup(t, {
    'one.test.mjs': `throw new Error('not today');`,
    'two.test.mjs': `const NAME = 'two';${MARKED}`,
  });
  const { status, output, marks } = await run();
  assert.equal(status, 1);
  assert.match(output, /not today/);
  assert.deepEqual(marks, ['two loads', 'two before each', 'two works', 'two ends']);
});

test('a file that hangs fails', async (t) => {
  const { run } = await openGroup(t, {
    'one.test.mjs': `
      import { test } from 'node:test';
      test('waits', () => new Promise((resolve) => setTimeout(resolve, 60_000).unref()));`,
  });
  const { status, output } = await run(200);
  assert.equal(status, 1);
  assert.match(output, /timed out/);
});

/** A group of these files, by name, and how its process went. */
async function openGroup(t: TestContext, sources: Readonly<Record<string, string>>) {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-group-'));
  t.after(() => rm(directory, { recursive: true }));
  const paths = await Promise.all(
    Object.entries(sources).map(async ([name, source]) => {
      await writeFile(join(directory, name), source);
      return relative(ROOT, join(directory, name));
    }),
  );
  const file = join(directory, 'marks');
  await writeFile(file, '');
  return {
    run: async (fileTimeoutMs = 60_000) => {
      const [module = ''] = await writeGroups(directory, [paths], fileTimeoutMs);
      // Within another run, node:test would report to that one.
      const env = { ...process.env, NODE_TEST_CONTEXT: undefined, MARKS: file };
      const { status, stdout } = spawnSync(process.execPath, [module], { env, encoding: 'utf8' });
      const marks = (await readFile(file, 'utf8')).split('\n').filter((mark) => mark !== '');
      return { status, output: stdout, marks };
    },
  };
}
