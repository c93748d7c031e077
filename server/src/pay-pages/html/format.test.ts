import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_AMOUNT } from '../../money.ts';
import { duration, typedMoney } from './format.ts';

const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

test('every amount in range is written into a field to the cent', () => {
  for (let sum = 200; sum <= MAX_AMOUNT; sum += 7) {
    const whole = String((sum - (sum % 100)) / 100);
    assert.equal(typedMoney(sum, 'pt'), `${whole},${String(sum % 100).padStart(2, '0')}`);
  }
});

test('a wait is shown in seconds, and a long one in minutes', () => {
  assert.equal(spaced(duration(1, 'pt')), '1 segundo');
  assert.equal(spaced(duration(12, 'en')), '12 seconds');
  assert.equal(spaced(duration(0, 'en')), '1 second');
  assert.equal(spaced(duration(241, 'pt')), '5 minutos');
});
