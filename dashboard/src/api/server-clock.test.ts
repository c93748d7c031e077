import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverNow, syncClock } from './server-clock.ts';

test("the device's clock is corrected by the server's Date header only when it is off", (t) => {
  const now = Date.parse('2026-11-21T17:05:00.900Z');
  t.mock.timers.enable({ apis: ['Date'], now });
  syncClock('Sat, 21 Nov 2026 17:05:00 GMT');
  assert.equal(serverNow(), now);
  syncClock('Sat, 21 Nov 2026 14:05:00 GMT');
  assert.equal(serverNow(), Date.parse('2026-11-21T14:05:00Z'));
  for (const nothing of [null, '', 'soon']) syncClock(nothing);
  assert.equal(serverNow(), Date.parse('2026-11-21T14:05:00Z'));
  t.mock.timers.setTime(Date.parse('2026-11-21T14:06:00Z'));
  syncClock('Sat, 21 Nov 2026 14:06:00 GMT');
  assert.equal(serverNow(), Date.parse('2026-11-21T14:06:00Z'));
});
