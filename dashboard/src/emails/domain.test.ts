import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOddDomain } from './domain.ts';

test('only a domain that is probably mistyped is worth a question', () => {
  for (const email of [
    'maria@padaria',
    'Maria@Gmail',
    'maria@gmail.',
    'maria@.com',
    'maria@a..b',
  ]) {
    assert.equal(isOddDomain(email), true, email);
  }
  for (const email of ['maria@padaria.com.br', ' Maria@Gmail.com ', 'ops@localhost', 'a@[::1.2]']) {
    assert.equal(isOddDomain(email), false, email);
  }
});
