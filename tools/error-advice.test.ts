import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ADVICE as OF_SDK } from '../sdk/src/errors.ts';
import { ADVICE } from '../server/src/docs/advice.ts';

test('the SDK does with a key what the page of errors says', () => {
  const wrong = Object.entries(ADVICE).filter(([code, { key }]) => {
    const done = new Map(Object.entries(OF_SDK)).get(code);
    if (done === 'same-key') return key !== 'same';
    return done === undefined || (done === 'new-key') !== (key === 'new');
  });
  assert.deepEqual(wrong, []);
});

test('the guides tell a person to do with a key what the page of errors says', () => {
  for (const [language, kept, renewed] of [
    ['en', 'same', 'new'],
    ['pt', 'mesma', 'nova'],
  ] as const) {
    const guide = new URL(`../docs/guide/${language}/idempotency.md`, import.meta.url);
    const rows = [...readFileSync(guide, 'utf8').matchAll(/^\| \d+ `(\w+)` +\| (\w+) /gm)];
    assert.ok(rows.length >= 8, language);
    const told = new Map(Object.entries(ADVICE));
    for (const [, code = '', key] of rows) {
      assert.equal(key, told.get(code)?.key === 'new' ? renewed : kept, `${language}: ${code}`);
    }
  }
});

test('other content under a key is never answered by ordering anew', () => {
  assert.equal(ADVICE.idempotency_mismatch.key, 'same');
});
