import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScreenFlaws, LOOKS_AT_ALL } from './find-screen-flaws.ts';
import { statesOf } from './open-screens.ts';

test('every screen, full and empty, in any language, theme and width, has no accessibility or layout flaw', async () => {
  const flaws = await findScreenFlaws((screen) =>
    statesOf(screen)
      .filter((state) => state === 'full' || state === 'empty')
      .flatMap((state) => [
        { state, language: 'pt', widths: LOOKS_AT_ALL ? [320, 360, 768, 1280] : [320, 768] },
        { state, language: 'en', widths: LOOKS_AT_ALL ? [320, 768, 1280] : [1280] },
      ]),
  );
  assert.deepEqual(flaws, []);
});
