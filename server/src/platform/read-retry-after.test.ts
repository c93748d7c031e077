import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter } from './read-retry-after.ts';

test('Retry-After is read as seconds or a date, and anything else is ignored', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  assert.equal(readRetryAfter('120', now), 120_000);
  assert.equal(readRetryAfter('0', now), 0);
  assert.equal(readRetryAfter('120 \t', now), 120_000);
  assert.equal(readRetryAfter('9'.repeat(400), now), Infinity);
  assert.equal(readRetryAfter('Sat, 21 Nov 2026 12:01:00 GMT', now), 60_000);
  assert.equal(readRetryAfter('Sat, 21 Nov 2026 11:00:00 GMT', now), 0);
  // The two obsolete date formats, which recipients must accept too.
  assert.equal(readRetryAfter('Saturday, 21-Nov-26 12:01:00 GMT', now), 60_000);
  assert.equal(readRetryAfter('Sat Nov 21 12:01:00 2026', now), 60_000);
  assert.equal(readRetryAfter('Tue Dec  1 12:00:00 2026', now), 10 * 86_400_000);
  for (const text of ['', '-1', '1.5', 'soon', '2026-11-21T13:00:00Z']) {
    assert.equal(readRetryAfter(text, now), undefined, text);
  }
});
