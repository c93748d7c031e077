import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../durations.ts';
import { readDuration, writeDuration } from './duration.ts';

test('a duration is read in ISO 8601, and one without a fixed length is refused', () => {
  const minutes: readonly (readonly [text: string, minutes: number])[] = [
    ['PT20M', 20],
    ['PT1H30M', 90],
    ['P1D', 1_440],
    ['P2W', 20_160],
    ['P1DT12H', 2_160],
    ['PT90S', 1.5],
    ['PT0H5M0S', 5],
  ];
  for (const [text, expected] of minutes) assert.equal(readDuration(text), expected * MINUTE_MS);
  const none = [
    '',
    'P',
    'PT',
    'PT0S',
    'P1M',
    'P1Y',
    '20M',
    'pt20m',
    '-PT1M',
    'PT1.5H',
    'PT1M1H',
    'P1DT',
  ];
  for (const text of none) assert.equal(readDuration(text), undefined, text);
});

test('a duration is written as it is read', () => {
  for (const text of ['P400D', 'P399DT23H59M58S', 'P1DT1S', 'PT20M', 'PT1H1S']) {
    assert.equal(writeDuration(readDuration(text) ?? 0), text);
  }
  assert.equal(writeDuration(999), 'PT0S');
});
