import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Wish, halfOf, selectTests } from './test-files.ts';

const FILES = [
  'server/src/money.test.ts',
  'server/src/money.ts',
  'server/test/pages/code.test.ts',
  'server/test/roles/database-away.long.test.ts',
  'server/test/roles/roles.test.ts',
];
const filesOf = (paths: string[], wish?: Wish): string[] => selectTests(paths, wish, FILES).files;

test('what is long runs only when it is asked for, alone', () => {
  const [money, , code, away, roles] = FILES;
  assert.deepEqual(filesOf([]), [code, roles, money]);
  assert.deepEqual(filesOf(['server/test/roles']), [roles]);
  assert.deepEqual(filesOf([], { long: true }), [away]);
  assert.deepEqual(filesOf(['server/src'], { long: true }), []);
  assert.equal(selectTests([], { long: true }, FILES).alone, true);
  assert.equal(selectTests([], {}, FILES).alone, false);
});

test('a file that is named runs whichever it is', () => {
  assert.deepEqual(filesOf(['server/test/roles/database-away.long.test.ts']), [FILES[3]]);
  assert.deepEqual(filesOf(['server/src/money.test.ts'], { long: true }), [FILES[0]]);
});

test('only every ordinary test is the whole', () => {
  assert.equal(selectTests([], {}, FILES).whole, true);
  for (const wish of [{ only: 'x' }, { long: true }]) {
    assert.equal(selectTests([], wish, FILES).whole, false);
  }
  assert.equal(selectTests(['server/src'], {}, FILES).whole, false);
  assert.equal(selectTests([], { half: 0 }, FILES).whole, false);
});

test('every file is in one half, and either half is that of some commit', () => {
  const halves = ['a4055a0d', 'a4055a0e'].map((commit) => filesOf([], { half: halfOf(commit) }));
  assert.deepEqual(halves.flat().toSorted(), filesOf([]).toSorted());
  assert.ok(halves.every((half) => half.length > 0));
});
