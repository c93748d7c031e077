import { deepEqual, match, equal } from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './repository.ts';
import { reasonOfFailure, type TestEvent, trackFiles } from './test-report.ts';

function failed(failureType: string, cause: unknown): TestEvent {
  return { type: 'test:fail', data: { details: { error: { failureType, cause } } } };
}

test('the reason of a failed test is extracted from its event', () => {
  const reason = reasonOfFailure(failed('testCodeFailure', new Error('2 charges, not 1')));
  match(reason ?? '', /^ {4}Error: 2 charges, not 1\n {8}at /u);
});

test('a passed test and a suite with failed subtests have no reason of their own', () => {
  equal(reasonOfFailure({ type: 'test:pass', data: {} }), undefined);
  equal(reasonOfFailure(failed('subtestsFailed', '1 subtest failed')), undefined);
});

test('a file counts as run when it had a test, by itself or within a group', () => {
  const durations = new Map<string, number>();
  const track = trackFiles(durations);
  const passes = (name: string, nesting: number, type = 'test'): void =>
    track({ type: 'test:pass', data: { name, nesting, details: { type, duration_ms: 20 } } });
  const ends = (file: string, tests: number): void =>
    track({ type: 'test:summary', data: { file, counts: { tests }, duration_ms: 30 } });
  passes('a test', 1);
  passes('a/grouped.test.ts', 0, 'suite');
  passes('a/empty.test.ts', 0, 'suite');
  ends('/tmp/groups/0.mjs', 1);
  passes('another test', 1);
  passes('a suite', 0, 'suite');
  ends(join(ROOT, 'b/single.test.ts'), 1);
  ends(join(ROOT, 'b/empty.test.ts'), 0);
  deepEqual(
    [...durations],
    [
      ['a/grouped.test.ts', 20],
      ['b/single.test.ts', 30],
    ],
  );
});
