import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spanInWords } from './span.ts';

test('an ISO 8601 duration is written in the chosen language', () => {
  assert.equal(spanInWords('PT20M', 'pt'), '20 min');
  assert.equal(spanInWords('P30D', 'pt'), '30 dias');
  assert.equal(spanInWords('P1D', 'en'), '1 day');
  assert.equal(spanInWords('P1DT12H', 'pt'), '1 dia 12 h');
  assert.equal(spanInWords('soon', 'pt'), 'soon');
});
