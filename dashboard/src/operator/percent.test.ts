import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPercent, writePercent } from './percent.ts';

test('a percentage is parsed to two decimals in either notation', () => {
  const written: [string, number][] = [
    ['2', 200],
    ['2,5', 250],
    ['2.05', 205],
    [' 1,50 % ', 150],
    ['0', 0],
    ['99,99', 9_999],
    ['２,５%', 250],
  ];
  for (const [typed, points] of written) assert.equal(readPercent(typed), points, typed);
});

test('malformed and out-of-range percentages are rejected', () => {
  for (const typed of ['', 'a', '-1', '100', '2,505', '2,5,5', ',5', '1 5', '1%5', '2 ,5', '2%%']) {
    assert.equal(readPercent(typed), undefined, typed);
  }
});

test('every percentage parses back to the same value after formatting', () => {
  for (let points = 0; points <= 9_999; points += 1) {
    assert.equal(readPercent(writePercent(points, 'pt')), points);
    assert.equal(readPercent(writePercent(points, 'en')), points);
  }
});
