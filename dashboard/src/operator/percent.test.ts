import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPercent, writePercent } from './percent.ts';

test('a percentage is read to the hundredth, however it is written', () => {
  const written: [string, number][] = [
    ['2', 200],
    ['2,5', 250],
    ['2.05', 205],
    [' 1,50 % ', 150],
    ['0', 0],
    ['99,99', 9_999],
  ];
  for (const [typed, points] of written) assert.equal(readPercent(typed), points, typed);
});

test('what is none is taken for none', () => {
  for (const typed of ['', 'a', '-1', '100', '2,505', '2,5,5', ',5']) {
    assert.equal(readPercent(typed), undefined, typed);
  }
});

test('what is written is read back, whatever it is', () => {
  for (let points = 0; points <= 9_999; points += 1) {
    assert.equal(readPercent(writePercent(points, 'pt')), points);
    assert.equal(readPercent(writePercent(points, 'en')), points);
  }
});
