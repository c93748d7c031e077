import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ChainProof } from '../../src/chain-proofs/proof.ts';
import { verifyProof } from '../../src/chain-proofs/verify-proof.ts';
import { checkDeposits, openCheckTurns } from '../../src/deposit-checks/check-deposits.ts';
import { lookAtDeposits } from '../../src/deposits/look-at-deposits.ts';
import { lookNow } from '../../src/deposits/store.ts';
import { openUnblinder } from '../../src/liquid/open-unblinder.ts';
import { dieAt } from '../faults/role-process.ts';
import { openGateway } from '../gateway.ts';
import { type Answer, type Merchant, openMerchant } from '../merchant.ts';
import { alertsAbout, providerRef } from '../operator.ts';
import { patientBulkhead } from '../patient-bulkhead.ts';
import { until } from '../receiver.ts';

// No job runs: the test takes each turn itself, and starts each worker that dies.
const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;
const unblinder = openUnblinder();
after(() => unblinder.close());

/** An address of the regtest network, and the keys that open what is sent there. */
const WALLET = {
  liquidAddress:
    'el1qqv5kvgzekd4qv4q6ld8jpnnx8zjwkykuj5secarhpjvdg3hpazqfhjmp7c98ap2eleu8tp74prx282h6vgzy2h27h6ny0gm8u',
  blindingKey: '5b96f2f522025de61616f64f6cdec19b29fbb1dcf1c922a7ccf332f118b81d86',
};

/** What provider and chain do by themselves. */
async function charge(merchant: Merchant, id: string, command: string, body: object) {
  const path = `/charges/${await providerRef(app, id)}/${command}`;
  await gateway.sandbox.call('POST', merchant.environment.id, path, body);
}

/**
 * A deposit that was paid, with its transaction named by the provider.
 * @param order `chain` is what is wrong with the transaction
 */
async function paidDeposit(
  merchant: Merchant,
  walletId: string,
  order: { readonly chain?: string } = {},
): Promise<string> {
  const id = String((await merchant.deposit({ walletId }))['id']);
  await charge(merchant, id, 'pay', order);
  await until(async () => {
    await lookNow(app.db, merchant.environment.id, id);
    await lookAtDeposits(app, patientBulkhead(), new Set());
    return (await merchant.status(id))['blockchainTxId'] !== null;
  }, 30_000);
  return id;
}

async function openWallet(merchant: Merchant, wallet: object): Promise<string> {
  const { status, text, body } = await merchant.call('POST', '/v1/api/wallets', wallet);
  assert.equal(status, 201, text);
  return String(body['id']);
}

async function chainOf(merchant: Merchant, id: string): Promise<Record<string, unknown>> {
  // The response was validated against the API's description.
  return (await merchant.status(id))['chain'] as Record<string, unknown>;
}

/** Takes the worker's turns until the chain shows the awaited state. */
async function reaches(merchant: Merchant, id: string, state: string): Promise<void> {
  await until(async () => {
    await app.db`update deposit_checks set look_at = now() where deposit_id = ${id}`;
    await checkDeposits(app, unblinder, openCheckTurns());
    return (await chainOf(merchant, id))['state'] === state;
  }, 60_000);
}

const proofOf = (merchant: Merchant, id: string, query = '') =>
  merchant.call('GET', `/v1/api/deposit/${id}/proof${query}`);

async function verdictOf({ body }: Answer) {
  // The response was validated against the API's description.
  return verifyProof(body as ChainProof, app.config.depixAssetId.test);
}

describe('a payment', { concurrency: true }, () => {
  test('to a confidential address is confirmed on the chain and proven to anybody', async () => {
    const merchant = await openMerchant(gateway);
    const unpaid = String((await merchant.deposit())['id']);
    const early = await proofOf(merchant, unpaid);
    assert.deepEqual([early.status, early.body['error']], [409, 'invalid_state']);

    const id = await paidDeposit(merchant, await openWallet(merchant, WALLET));
    await reaches(merchant, id, 'confirmed');
    const { assetOk, amountOk } = await chainOf(merchant, id);
    assert.deepEqual([assetOk, amountOk], [true, true]);

    const proof = await proofOf(merchant, id);
    assert.equal(proof.status, 200, proof.text);
    assert.equal(proof.body['confidential'], true);
    const everything = { txid: true, address: true, asset: true, amount: true, depix: true };
    assert.deepEqual(await verdictOf(proof), everything);

    const shut = await proofOf(merchant, id, '?blindingFactors=false');
    const { asset, amount, blindingFactors } = shut.body;
    assert.deepEqual([asset, amount, blindingFactors], [null, null, null]);
    const hidden = { ...everything, asset: null, amount: null, depix: null };
    assert.deepEqual(await verdictOf(shut), hidden);

    const stranger = await openMerchant(gateway);
    assert.equal((await proofOf(stranger, id)).status, 404);
  });

  test('to an unconfidential address is confirmed without a key, until a reorganisation undoes it', async () => {
    const merchant = await openMerchant(gateway);
    const id = await paidDeposit(merchant, merchant.walletId);
    await reaches(merchant, id, 'confirmed');
    const proof = await proofOf(merchant, id);
    assert.equal(proof.body['blindingFactors'], null);
    const { amountCents } = proof.body;
    assert.equal(amountCents, (await merchant.status(id))['settledCents']);
    await charge(merchant, id, 'reorganise', {});
    await reaches(merchant, id, 'unchecked');
    assert.equal((await proofOf(merchant, id)).status, 409);
  });

  test('that differs from what the provider reported is a mismatch', async () => {
    const merchant = await openMerchant(gateway);
    const walletId = await openWallet(merchant, WALLET);
    const table = { short: 'other_amount', other_asset: 'other_asset', forged: 'forged' };
    for (const [chain, fault] of Object.entries(table)) {
      const id = await paidDeposit(merchant, walletId, { chain });
      await reaches(merchant, id, 'mismatch');
      const rows = await app.db`select fault from deposit_checks where deposit_id = ${id}`;
      assert.deepEqual(rows, [{ fault }]);
      assert.deepEqual(await alertsAbout(app, id), ['chain_mismatch']);
    }
  });
});

test('a check whose worker dies at any point is repeated, and raises a single alert', async (t) => {
  const merchant = await openMerchant(gateway);
  const id = String((await merchant.deposit())['id']);
  await app.db`
    update deposits set blockchain_tx_id = repeat('0', 64), look_at = null where id = ${id}`;
  // It has been missing for long enough that the next look says so.
  await app.db`
    update deposit_checks set missing_since = now() - interval '2 hours' where deposit_id = ${id}`;
  for (const place of ['check.after-lease', 'check.after-look', 'check.before-commit']) {
    await dieAt(t, gateway, place);
    const [check] = await app.db<{ isLeased: boolean }>`
      select look_at > now() + interval '1 minute' as is_leased
      from deposit_checks where deposit_id = ${id}`;
    assert.equal(check?.isLeased, true, place);
    assert.equal((await chainOf(merchant, id))['state'], 'unchecked', place);
    assert.deepEqual(await alertsAbout(app, id), []);
    await app.db`update deposit_checks set look_at = now() where deposit_id = ${id}`;
  }
  await reaches(merchant, id, 'mismatch');
  assert.deepEqual(await alertsAbout(app, id), ['chain_mismatch']);
});
