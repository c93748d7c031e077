import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScreenFlaws } from './find-screen-flaws.ts';

const WITH_TABLES = ['home', 'transactions'];

test('screens with tables neither move nor scroll sideways between a phone and a desk', async () => {
  const flaws = await findScreenFlaws(({ name }) =>
    WITH_TABLES.includes(name)
      ? [768, 640].map((width) => ({ state: 'full', language: 'pt', widths: [width] }))
      : [],
  );
  assert.deepEqual(flaws, []);
});
