import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limit, Probe } from './scenario.ts';
import { findingsTable, judge, median, ratiosTable } from './table.ts';

const never = (): Promise<never> => Promise.reject(new Error('not opened here'));
const own: Probe = { name: 'own', what: 'ours', open: never };
const bare: Probe = { name: 'bare', what: 'bare', open: never };

function judged(limit: Limit | undefined, ours: number[], others: number[]) {
  const rates = new Map([
    [own, ours],
    [bare, others],
  ]);
  return judge({ name: 'row', probe: own, beside: bare, ...(limit && { limit }) }, rates);
}

test('a ratio is computed per round, and the median is judged', () => {
  const { ratios } = judged(undefined, [50, 10, 90], [100, 100, 100]);
  assert.deepEqual(ratios, [0.5, 0.1, 0.9]);
  assert.equal(median(ratios), 0.5);
  assert.equal(median([4, 1, 3, 2]), 2.5);
});

test('a rate below its floor is judged missed, and one between floor and goal held', () => {
  const limit = { floor: 0.8, goal: 1.1 };
  assert.equal(judged(limit, [79], [100]).verdict, 'missed');
  assert.equal(judged(limit, [80], [100]).verdict, 'held');
  assert.equal(judged(limit, [110], [100]).verdict, 'goal');
  assert.match(ratiosTable([judged(limit, [79], [100])]), /0\.79.*below its floor/);
});

test('compared as times, half the rate is twice the time', () => {
  const { ratios, verdict } = judged({ most: 1.3 }, [50], [100]);
  assert.deepEqual(ratios, [2]);
  assert.equal(verdict, 'missed');
  assert.equal(judged({ most: 1.3 }, [100], [100]).verdict, 'held');
});

test('a row that cannot be measured is judged missed, never held', () => {
  assert.equal(judged({ floor: 0.8, goal: 1.1 }, [], []).verdict, 'missed');
  assert.equal(judged({ most: 1.3 }, [0], [0]).verdict, 'missed');
  assert.equal(judged({ floor: 0.8, goal: 1.1 }, [1], [0]).verdict, 'missed');
});

test('a finding above its limit is marked so', () => {
  const finding = { what: 'late by', value: 2_001, unit: 'ms', most: 2_000 } as const;
  assert.match(findingsTable([finding]), /2001 ms.*above its limit/);
  assert.match(findingsTable([{ ...finding, value: 2_000 }]), /2000 ms.*held/);
});
