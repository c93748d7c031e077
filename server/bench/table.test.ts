import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limit, Probe } from './scenario.ts';
import { evaluate, findingsTable, median, ratiosTable } from './table.ts';

const never = (): Promise<never> => Promise.reject(new Error('not opened here'));
const own: Probe = { name: 'own', what: 'ours', open: never };
const bare: Probe = { name: 'bare', what: 'bare', open: never };

function evaluated(limit: Limit | undefined, ours: number[], others: number[]) {
  const rates = new Map([
    [own, ours],
    [bare, others],
  ]);
  return evaluate({ name: 'row', probe: own, beside: bare, ...(limit && { limit }) }, rates);
}

test('a ratio is computed per round, and the median counts', () => {
  const { ratios } = evaluated(undefined, [50, 10, 90], [100, 100, 100]);
  assert.deepEqual(ratios, [0.5, 0.1, 0.9]);
  assert.equal(median(ratios), 0.5);
  assert.equal(median([4, 1, 3, 2]), 2.5);
});

test('a rate below its floor is missed, and one between floor and goal held', () => {
  const limit = { floor: 0.8, goal: 1.1 };
  assert.equal(evaluated(limit, [79], [100]).verdict, 'missed');
  assert.equal(evaluated(limit, [80], [100]).verdict, 'held');
  assert.equal(evaluated(limit, [110], [100]).verdict, 'goal');
  assert.match(ratiosTable([evaluated(limit, [79], [100])]), /0\.79.*below its floor/);
});

test('compared as times, half the rate is twice the time', () => {
  const { ratios, verdict } = evaluated({ most: 1.3 }, [50], [100]);
  assert.deepEqual(ratios, [2]);
  assert.equal(verdict, 'missed');
  assert.equal(evaluated({ most: 1.3 }, [100], [100]).verdict, 'held');
});

test('a row that cannot be measured is missed, never held', () => {
  assert.equal(evaluated({ floor: 0.8, goal: 1.1 }, [], []).verdict, 'missed');
  assert.equal(evaluated({ most: 1.3 }, [0], [0]).verdict, 'missed');
  assert.equal(evaluated({ floor: 0.8, goal: 1.1 }, [1], [0]).verdict, 'missed');
});

test('a finding above its limit, or that could not be measured, is marked so', () => {
  const finding = { what: 'late by', value: 2_001, unit: 'ms', most: 2_000 } as const;
  assert.match(findingsTable([finding]), /2001 ms.*above its limit/);
  assert.match(findingsTable([{ ...finding, value: 2_000 }]), /2000 ms.*held/);
  assert.match(findingsTable([{ ...finding, value: Number.NaN }]), /NaN ms.*above its limit/);
});
