import { match, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOfFailure, type TestEvent } from './test-report.ts';

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
