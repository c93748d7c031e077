import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words as chain } from '../chain/words.ts';
import { words as home } from '../home/words.ts';
import { words as accounts } from '../operator/account-words.ts';
import { words as books } from '../operator/book-words.ts';
import { words as endpoint } from '../webhooks/endpoint-words.ts';

test('counts that grow into the thousands are grouped as the language does it', () => {
  const count = 1_234;
  for (const [language, grouped] of [
    ['pt', '1.234'],
    ['en', '1,234'],
  ] as const) {
    for (const sentence of [
      chain[language].confirmationsOf({ count, needed: 2 }),
      home[language].figures.pendingCount({ count }),
      accounts[language].deposits({ count }),
      books[language].started({ count }),
      books[language].differences.count({ name: 'x', isTest: false, open: count, over: 1 }),
      books[language].differences.count({ name: 'x', isTest: false, open: 1, over: count }),
      books[language].alerts.closeDone({ count }),
      endpoint[language].failing({ count, cause: 'x' }),
      endpoint[language].replay.done({ count }),
    ]) {
      assert.ok(sentence.includes(grouped), sentence);
    }
  }
});
