import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScreenFlaws } from './find-screen-flaws.ts';
import { statesOf } from './open-screens.ts';

test('every screen that gets nothing, an error, or has no network hinders nobody, in both languages', async () => {
  const flaws = await findScreenFlaws((screen) =>
    statesOf(screen)
      .filter((state) => state !== 'full' && state !== 'empty')
      .flatMap((state) => [
        { state, language: 'pt', widths: [320, 1280] },
        { state, language: 'en', widths: [360] },
      ]),
  );
  assert.deepEqual(flaws, []);
});
