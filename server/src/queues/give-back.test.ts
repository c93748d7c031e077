import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseAwayError } from '../platform/db.ts';
import { giveBack } from './give-back.ts';

const away = (): Promise<never> =>
  Promise.reject(new DatabaseAwayError(new Error('the connection is gone'), 0));

test('what was cut short is given back once, when the database is there again', async () => {
  const given: string[] = [];
  const cutShort = new Set(['one', 'other']);
  await assert.rejects(giveBack(cutShort, away), DatabaseAwayError);
  for (let turn = 0; turn < 2; turn += 1) {
    await giveBack(cutShort, async (leased) => given.push(...leased));
  }
  assert.deepEqual(given, ['one', 'other']);
});

test('what cannot be given back for another reason does not fail every later turn', async () => {
  const cutShort = new Set(['one']);
  const failing = (): Promise<never> => Promise.reject(new TypeError('a bug'));
  await assert.rejects(giveBack(cutShort, failing), TypeError);
  await giveBack(cutShort, failing);
});
