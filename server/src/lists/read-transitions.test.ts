import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConnections, testApp, testEnvironment } from '../../test/app.ts';
import { payoutReadingOf, storedWithdrawal } from '../../test/withdrawals.ts';
import type { PayoutAnswer } from '../provider/port.ts';
import { settleWithdrawal } from '../withdrawals/settle-withdrawal.ts';
import { readTransitions } from './read-transitions.ts';

const app = await testApp();
await openConnections(app);

test('transitions with the same time are listed in their logical order', async () => {
  const withdrawal = await storedWithdrawal(app, await testEnvironment(app));
  const { environmentId, id } = withdrawal;
  const settle = (reading: Pick<PayoutAnswer, 'status'>) =>
    settleWithdrawal(app, environmentId, id, {
      reading: {
        ...payoutReadingOf(withdrawal),
        ...reading,
        expiresAt: new Date(Date.now() - 1_000),
      },
      cause: 'poll',
    });
  await settle({ status: 'unsent' });
  await settle({ status: 'sent' });
  const moments = await readTransitions(app.db, environmentId, id);
  assert.deepEqual(
    moments.map(({ what }) => what),
    ['expired', 'processing', 'completed'],
  );
});
