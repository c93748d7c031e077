import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestFilter, halfOf, selectTests } from './test-files.ts';

const FILES = [
  'server/src/money.test.ts',
  'server/src/money.ts',
  'server/test/pages/code.test.ts',
  'server/test/roles/database-away.long.test.ts',
  'server/test/roles/roles.test.ts',
];
const filesOf = (paths: string[], wish?: TestFilter): string[] =>
  selectTests(paths, wish, FILES).files;

test('long tests run only on request, and alone', () => {
  const [money, , code, away, roles] = FILES;
  assert.deepEqual(filesOf([]), [code, roles, money]);
  assert.deepEqual(filesOf(['server/test/roles']), [roles]);
  assert.deepEqual(filesOf([], { long: true }), [away]);
  assert.deepEqual(filesOf(['server/src'], { long: true }), []);
  assert.equal(selectTests([], { long: true }, FILES).alone, true);
  assert.equal(selectTests([], {}, FILES).alone, false);
});

test('a file named explicitly runs, long or not', () => {
  assert.deepEqual(filesOf(['server/test/roles/database-away.long.test.ts']), [FILES[3]]);
  assert.deepEqual(filesOf(['server/src/money.test.ts'], { long: true }), [FILES[0]]);
});

test('only a run of every ordinary test counts as whole', () => {
  assert.equal(selectTests([], {}, FILES).whole, true);
  for (const wish of [{ only: 'x' }, { long: true }]) {
    assert.equal(selectTests([], wish, FILES).whole, false);
  }
  assert.equal(selectTests(['server/src'], {}, FILES).whole, false);
  assert.equal(selectTests([], { half: 0 }, FILES).whole, false);
});

test('every file is in one half, and each half is selected by some commit', () => {
  const halves = ['a4055a0d', 'a4055a0e'].map((commit) => filesOf([], { half: halfOf(commit) }));
  assert.deepEqual(halves.flat().toSorted(), filesOf([]).toSorted());
  assert.ok(halves.every((half) => half.length > 0));
});
