import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateTime } from './brasilia-time.ts';

test('times are shown in Brasília time, also across the end of a month', () => {
  const at = new Date('2026-12-01T02:59:00Z');
  assert.equal(dateTime(at, 'pt'), '30/11/2026 às 23:59 (Brasília)');
  assert.equal(dateTime(at, 'en'), '30 Nov 2026 at 23:59 (Brasília)');
});
