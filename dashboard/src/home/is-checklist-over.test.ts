import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isChecklistOver } from './is-checklist-over.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

test('a finished list of live mode is over a day after its last step, that of test mode never', () => {
  const listOf = (last: string | null) => ({
    isHidden: false,
    items: [
      { id: 'wallet', doneAt: '2026-11-01T12:00:00Z' } as const,
      { id: 'payment', doneAt: last } as const,
    ],
  });
  assert.equal(isChecklistOver(listOf(null), 'live', NOW), false);
  assert.equal(isChecklistOver(listOf('2026-11-22T11:59:00Z'), 'live', NOW), false);
  assert.equal(isChecklistOver(listOf('2026-11-21T12:00:01Z'), 'live', NOW), false);
  assert.equal(isChecklistOver(listOf('2026-11-21T12:00:00Z'), 'live', NOW), true);
  assert.equal(isChecklistOver(listOf('2026-11-02T12:00:00Z'), 'test', NOW), false);
});
