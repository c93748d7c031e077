import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScreenFlaws } from './find-screen-flaws.ts';

const SAMPLE = [
  'sign-in',
  'home',
  'deposits',
  'deposit',
  'withdrawal',
  'keys-new',
  'endpoint',
  'user',
];

/** `npm run test:long` checks each, in every state and language, and at every width. */
test('sample screens, light and dark, on the narrowest phone, have no accessibility or layout flaw', async () => {
  const looks = [{ state: 'full', language: 'pt', widths: [320] }] as const;
  const flaws = await findScreenFlaws(() => looks, SAMPLE);
  assert.deepEqual(flaws, []);
});
