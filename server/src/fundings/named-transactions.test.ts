import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { openScriptedChain } from '../../test/scripted-chain.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import { payoutReadingOf, storedWithdrawal } from '../../test/withdrawals.ts';
import { randomTestAddress } from '../liquid/random-test-address.ts';
import { UNITS_PER_CENT } from '../liquid/units.ts';
import { findStatus } from '../withdrawals/find-status.ts';
import { settleWithdrawal } from '../withdrawals/settle-withdrawal.ts';
import { openPaymentReader } from './open-payment-reader.ts';
import { openFundingTurns, watchFundings } from './watch-fundings.ts';

test('a transaction without an output to the address is no payment, whoever names it', async () => {
  const chain = openScriptedChain();
  const named: string[] = [];
  const listTransactions = () => Promise.resolve(named.map((txId) => ({ txId, block: null })));
  const app = await testApp(undefined, {
    providerOf: () => silentProvider({}),
    chainOf: () => ({ ...chain.source, listTransactions }),
  });
  const asset = app.config.depixAssetId.test;
  const { address, script } = randomTestAddress();
  const withdrawal = await storedWithdrawal(app, await testEnvironment(app), {
    depositAddress: address,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const { environmentId, id } = withdrawal;
  const readPayment = openPaymentReader();
  const looked = async () => {
    await app.db`update withdrawal_fundings set look_at = now() where withdrawal_id = ${id}`;
    await watchFundings(app, readPayment, openFundingTurns());
    return findStatus(app.db, { environmentId, id });
  };
  const units = BigInt(withdrawal.depositAmountCents) * UNITS_PER_CENT;
  const stranger = chain.put([{ script: randomTestAddress().script, asset, units }]);
  named.push(stranger);
  assert.partialDeepStrictEqual(await looked(), { state: 'unchecked', txId: null });
  const reading = payoutReadingOf(withdrawal, { status: 'sending', blockchainTxId: stranger });
  await settleWithdrawal(app, environmentId, id, { reading, cause: 'poll' });
  assert.partialDeepStrictEqual(await looked(), { state: 'unchecked', txId: null });
  const txId = chain.put([{ script, asset, units }]);
  named.push(txId);
  assert.partialDeepStrictEqual(await looked(), { state: 'seen', txId, problem: null });
});
