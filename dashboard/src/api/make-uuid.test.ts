import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeUuid } from './make-uuid.ts';

test('each is a random UUID of its own, where the browser makes none itself', (t) => {
  t.mock.method(crypto, 'randomUUID', () => assert.fail('only over https'));
  const made = Array.from({ length: 200 }, makeUuid);
  for (const one of made) {
    assert.match(one, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
  assert.equal(new Set(made).size, made.length);
});
