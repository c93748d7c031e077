import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isoTime } from './iso-time.ts';

test('a time is formatted like toISOString, whatever was formatted before', () => {
  const near = fc
    .tuple(fc.date({ noInvalidDate: true }), fc.integer({ min: -200_000, max: 200_000 }))
    .map(([time, away]) => new Date(time.getTime() + away))
    .filter((time) => !Number.isNaN(time.getTime()));
  fc.assert(
    fc.property(fc.array(near, { maxLength: 40 }), (times) => {
      // Each twice, so that the second call finds its minute cached.
      for (const time of [...times, ...times]) assert.equal(isoTime(time), time.toISOString());
    }),
  );
});

test('an invalid date is refused', () => {
  assert.throws(() => isoTime(new Date(NaN)), RangeError);
});
