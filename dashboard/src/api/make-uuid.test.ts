import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeUuid } from './make-uuid.ts';

test('unique version 4 UUIDs are generated without crypto.randomUUID', (t) => {
  t.mock.method(crypto, 'randomUUID', () => assert.fail('only over https'));
  const made = Array.from({ length: 200 }, makeUuid);
  for (const one of made) {
    assert.match(one, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
  assert.equal(new Set(made).size, made.length);
});
