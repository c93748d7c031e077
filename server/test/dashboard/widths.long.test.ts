import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScreenFlaws } from './find-screen-flaws.ts';

const WITH_TABLES = ['home', 'transactions'];

test('screens with tables do not scroll sideways between a phone and a desk', async () => {
  const flaws = await findScreenFlaws(({ name }) =>
    WITH_TABLES.includes(name) ? [{ state: 'full', language: 'pt', widths: [768, 640] }] : [],
  );
  assert.deepEqual(flaws, []);
});
