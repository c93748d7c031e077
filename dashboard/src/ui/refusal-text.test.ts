import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalText } from './refusal-text.ts';

const PLAIN = { invalid_amount: 'between', invalid_tax_id: 'check it' };

test('a sentence that names fields of the API is replaced by plain words', () => {
  const message = 'amountCents must be a whole number of cents between 200 and 600000.';
  assert.equal(refusalText({ code: 'invalid_amount', message }, PLAIN), 'between');
  assert.equal(refusalText({ code: 'invalid_tax_id', message: 'No.' }, PLAIN), 'check it');
});

test('the provider’s own cap for a payer is shown, not the range of every order', () => {
  const message = 'This payer may not yet pay more than R$ 500.00 per charge.';
  assert.equal(refusalText({ code: 'invalid_amount', message }, PLAIN), message);
});

test('a code without plain words is shown in the server’s', () => {
  assert.equal(refusalText({ code: 'other', message: 'Why.' }, PLAIN), 'Why.');
  assert.equal(refusalText({ code: 'other', message: '' }, PLAIN), '');
});
