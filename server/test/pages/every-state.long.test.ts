import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFlaws } from './find-flaws.ts';

const widths = [320, 360, 1280];

test('every page in both languages, light and dark, narrow and wide, has no accessibility or layout flaw', async () => {
  const flaws = await findFlaws(() => [
    { language: 'pt', widths },
    { language: 'en', widths },
  ]);
  assert.deepEqual(flaws, []);
});
