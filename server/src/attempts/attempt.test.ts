import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Attempts, evaluateAttempt, PASSWORDS, REPEATED_MAILS } from './attempt.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-21T12:00:00Z');

/** Makes one attempt after the other, each so many minutes after the start. */
function tryAt(rule: typeof PASSWORDS, minutes: readonly number[]): (number | undefined)[] {
  let attempts: Attempts | undefined;
  return minutes.map((minute) => {
    const { next, waitMs } = evaluateAttempt(attempts, new Date(START + minute * MINUTE), rule);
    attempts = next;
    return waitMs === undefined ? undefined : waitMs / MINUTE;
  });
}

const repeat = (minute: number, times: number): number[] =>
  Array.from({ length: times }, () => minute);

test('ten attempts pass in 15 minutes and the next is held; attempts while held do not extend the hold', () => {
  const waits = tryAt(PASSWORDS, [...repeat(0, 9), 14, 14, 20, 28.9]);
  assert.deepEqual(
    waits.slice(0, 10),
    Array.from({ length: 10 }, () => undefined),
  );
  assert.deepEqual(
    waits.slice(10).map((wait) => Math.round((wait ?? 0) * 10) / 10),
    [15, 9, 0.1],
  );
});

test('attempts that are far enough apart are never held', () => {
  const slow = Array.from({ length: 100 }, (_, index) => index * 2);
  assert.ok(tryAt(PASSWORDS, slow).every((wait) => wait === undefined));
});

test('each hold is twice the last, up to a day, and after quiet days starts at the first again', () => {
  const minutes: number[] = [];
  const expected = [15, 30, 60, 120, 240, 480, 960, 1_440, 1_440];
  let now = 0;
  for (const hold of expected) {
    minutes.push(...repeat(now, 11));
    now += hold;
  }
  minutes.push(...repeat(now + 3 * 1_440, 11));
  const holds = tryAt(PASSWORDS, minutes).filter((wait) => wait !== undefined);
  assert.deepEqual(holds, [...expected, 15]);
});

test('under a rule without holds one attempt passes per window, and the wait is the rest of the window', () => {
  const waits = tryAt(REPEATED_MAILS, [0, 0.5, 0.75, 1.1, 1.2]);
  assert.equal(waits[0], undefined);
  assert.ok(waits[1] === 0.5 && waits[2] === 0.25);
  assert.equal(waits[3], undefined);
  assert.ok((waits[4] ?? 0) > 0.8);
});

test("a clock that is set back does not extend a hold beyond the rule's longest", () => {
  const DAY = 1_440;
  // Counted while the clock was a year ahead.
  const [wrong, right] = [365 * DAY, 0];
  assert.equal(tryAt(PASSWORDS, [...repeat(wrong, 11), right]).at(-1), undefined);
  assert.equal(tryAt(REPEATED_MAILS, [wrong, right]).at(-1), undefined);
  // Counting continues as usual from there, and the earlier waits still count.
  const waits = tryAt(PASSWORDS, [...repeat(wrong, 11), ...repeat(right, 11)]);
  assert.deepEqual(waits.slice(-2), [undefined, 30]);
  // A small correction by a time server gives nobody a new attempt.
  assert.equal(tryAt(PASSWORDS, [...repeat(0.5, 11), 0]).at(-1), 15.5);
});
