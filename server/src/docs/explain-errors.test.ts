import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_CODES } from '../errors.ts';
import { CATALOGUE, LANGUAGES } from '../refusals.ts';
import { CAUSES } from './causes.ts';
import { readMarkdown } from './code-blocks.ts';
import { explainErrors } from './explain-errors.ts';
import { headingsOf } from './render-markdown.ts';

test('every error code has its table row and heading in both languages', () => {
  for (const language of LANGUAGES) {
    const { body } = explainErrors(language);
    const anchors = headingsOf(readMarkdown(body)).map(({ anchor }) => anchor);
    for (const code of ERROR_CODES) {
      assert.ok(anchors.includes(code), `${language}: ${code}`);
      assert.match(
        body,
        new RegExp(
          `^\\| \\[\`${code}\`\\]\\(#${code}\\) \\| ${String(CATALOGUE[code].status)} `,
          'm',
        ),
      );
    }
    assert.deepEqual(anchors.slice(1).sort(), [...ERROR_CODES].sort());
  }
});

test('a 5xx or 429 error is retried with the same idempotency key, and a 422 with a new one', () => {
  for (const code of ERROR_CODES) {
    const { key } = CAUSES[code];
    const { status } = CATALOGUE[code];
    if (status >= 500 || status === 429) assert.equal(key, 'same', code);
    if (status === 422) assert.equal(key, 'new', code);
  }
});
