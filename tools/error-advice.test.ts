import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ADVICE as OF_SDK } from '../sdk/src/errors.ts';
import { ADVICE } from '../server/src/docs/advice.ts';

test("the SDK's advice about the key matches the errors page for every code", () => {
  const wrong = Object.entries(ADVICE).filter(([code, { key }]) => {
    const done = new Map(Object.entries(OF_SDK)).get(code);
    if (done === 'same-key') return key !== 'same';
    return done === undefined || (done === 'new-key') !== (key === 'new');
  });
  assert.deepEqual(wrong, []);
});

test("the idempotency guides' advice about the key matches the errors page", () => {
  for (const [language, kept, renewed] of [
    ['en', 'same', 'new'],
    ['pt', 'mesma', 'nova'],
  ] as const) {
    const guide = new URL(`../docs/guide/${language}/idempotency.md`, import.meta.url);
    const rows = [...readFileSync(guide, 'utf8').matchAll(/^\| \d+ `(\w+)` +\| (\w+) /gm)];
    assert.ok(rows.length >= 8, language);
    const advised = new Map(Object.entries(ADVICE));
    for (const [, code = '', key] of rows) {
      assert.equal(key, advised.get(code)?.key === 'new' ? renewed : kept, `${language}: ${code}`);
    }
  }
});

test('the advice for idempotency_mismatch is to keep the same key', () => {
  assert.equal(ADVICE.idempotency_mismatch.key, 'same');
});
