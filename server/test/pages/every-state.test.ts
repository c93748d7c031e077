import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFlaws } from './find-flaws.ts';

/** `npm run test:long` looks at each in both languages, and at every width. */
test('every page, light and dark, on a narrow phone hinders nobody', async () => {
  assert.deepEqual(await findFlaws(() => [{ language: 'pt', widths: [320] }]), []);
});
