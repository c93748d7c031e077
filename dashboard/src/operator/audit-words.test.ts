import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from './audit-words.ts';

test('verification results use the singular for one entry', () => {
  const one = { entries: 1, count: '1' };
  const many = { entries: 1_200, count: '1.200' };
  assert.equal(words.pt.verify.intact(one), 'A cadeia está inteira: 1 ato confere.');
  assert.equal(words.en.verify.intact(one), 'The chain is intact: 1 entry verified.');
  assert.match(words.pt.verify.unknown(one), /O único ato que está nela confere\.$/);
  assert.match(words.en.verify.unknown(one), /Its only entry is intact\.$/);
  assert.match(words.pt.verify.intact(many), /1\.200 atos conferem\.$/);
  assert.match(words.pt.verify.unknown(many), /Os 1\.200 atos que estão nela conferem/);
});
