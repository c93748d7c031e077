import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScreenFlaws, LOOKS_AT_ALL } from './find-screen-flaws.ts';
import { statesOf } from './open-screens.ts';

let seen = 0;

test('every screen without data, with an error or offline has no accessibility or layout flaw', async () => {
  const flaws = await findScreenFlaws((screen) =>
    statesOf(screen)
      .filter((state) => state !== 'full' && state !== 'empty')
      .flatMap((state) => {
        const looks = [
          { state, language: 'pt', widths: LOOKS_AT_ALL ? [320, 1280] : [320] },
          { state, language: 'en', widths: LOOKS_AT_ALL ? [360] : [1280] },
        ] as const;
        // Alternating: the words of a failure are few, and shared.
        return LOOKS_AT_ALL ? looks : looks.slice(seen++ % 2).slice(0, 1);
      }),
  );
  assert.deepEqual(flaws, []);
});
