import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import {
  hides,
  look,
  openCheckStage,
  openDeposit,
  openedTo,
  setTx,
  stateOf,
} from '../../test/check-stage.ts';
import { registerWallet } from '../wallets/register-wallet.ts';
import unblind from '../../test/vectors/unblind.json' with { type: 'json' };
import { getProof } from './get-proof.ts';

const stage = await openCheckStage();
const { app, chain } = stage;

test('a proof has the block of the last look, and what only the first one read', async () => {
  const { address: liquidAddress, blindingKey } = unblind.recipient;
  const tenant = await testEnvironment(app);
  const order = { liquidAddress, blindingKey, label: '', makeDefault: true };
  const { id: walletId } = await registerWallet(app, tenant.environment, order);
  const deposit = await openDeposit(stage, tenant, { walletId, liquidAddress });
  const prove = () => getProof(app, deposit.environmentId, deposit.id, true);
  const opening = openedTo(stage, deposit);
  const txId = chain.put([hides(deposit, opening)]);
  await setTx(stage, deposit, txId);
  await look(stage, deposit);
  const first = await prove();
  assert.deepEqual([first.txid, first.blockHash, first.confirmations], [txId, null, 0]);
  assert.ok(first.blindingFactors && opening.kind === 'opened');
  const blocks: (string | null)[] = [];
  for (const height of [100, 99]) {
    chain.move(txId, height);
    await look(stage, deposit);
    const { blockHash, confirmations, checkedAt, ...read } = await prove();
    assert.deepEqual({ ...first, ...read }, first);
    assert.equal(blockHash, (await chain.source.readPlace(txId))?.block?.hash);
    assert.equal(confirmations, 101 - height);
    assert.ok(checkedAt !== null);
    blocks.push(blockHash);
  }
  assert.equal(new Set(blocks).size, 2);
  assert.equal(await stateOf(stage, deposit), 'confirmed 2 true true');
});
