import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { newDeposit } from '../../test/deposits.ts';
import { fileNotice } from './inbox.ts';

const app = await testApp();

test('notices of one charge that are filed at once wake what was parked, and wait in no circle', async () => {
  const { providerRef: qrId } = newDeposit();
  const words = ['approved', 'depix_sent', 'refunded', 'under_review'];
  const file = (status: string) => fileNotice(app, 'test', 'deposit', { qrId, status });
  for (const word of words) await file(word);
  for (let round = 0; round < 60; round += 1) {
    await app.db`
      update provider_inbox set due_at = null, outcome = 'early', tries = 16
      where provider_ref = ${qrId}`;
    await Promise.all(words.map(file));
    const parked = await app.db`
      select id from provider_inbox where provider_ref = ${qrId} and due_at is null`;
    assert.deepEqual(parked, []);
  }
});
