import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { AssetHash, ElementsValue, networks, payments, script } from 'liquidjs-lib';
import { chainAt, DEPIX, newWallet, scriptOf, settle } from '../../test/chain.ts';
import { ADDRESS, type Json, openSandbox, partnerAt } from '../../test/sandbox.ts';
import { loadZkp } from '../chain/load-zkp.ts';
import { FEE_ASSET, FEE_UNITS, WORTHLESS_ASSET } from '../chain/transfer.ts';

/** What remains of a charge of R$ 50.00 after the provider's R$ 0.99. */
const SETTLED = 4_901_000_000;

const sandbox = await openSandbox();
const chain = chainAt(sandbox.url);

test('a charge is paid to its confidential address, unblinded only by its key', async () => {
  const wallet = newWallet();
  const partner = partnerAt(sandbox.url);
  const { txId } = await settle(partner, { depixAddress: wallet.confidential });
  assert.deepEqual(await chain.content(txId, wallet.blindingKey), {
    to: scriptOf(wallet.plain),
    isOpen: false,
    units: SETTLED,
    asset: DEPIX,
  });
  await assert.rejects(chain.content(txId, newWallet().blindingKey));

  const most = { depixAddress: wallet.confidential, amountInCents: 600_000 };
  const { txId: greatest } = await settle(partner, most);
  const { units } = await chain.content(greatest, wallet.blindingKey);
  assert.equal(units, (600_000 - 99) * 1_000_000);
  assert.equal((await chain.transaction(txId)).getId(), txId);
});

test('a confidential payment has valid proofs, a balanced sum and valid signatures', async () => {
  const order = { depixAddress: newWallet().confidential };
  const { txId } = await settle(partnerAt(sandbox.url), order);
  const transaction = await chain.transaction(txId);
  const [hidden, fee] = transaction.outs;
  const [first] = transaction.ins;
  assert.ok(hidden?.rangeProof && hidden.surjectionProof && fee && first);
  const zkp = await loadZkp();
  const { rangeproof, surjectionproof, generator, pedersen, ecc } = zkp;
  assert.ok(rangeproof.verify(hidden.rangeProof, hidden.value, hidden.asset, hidden.script));
  const tags = [DEPIX, FEE_ASSET].map((id) => AssetHash.fromHex(id).bytesWithoutPrefix);
  const inputs = tags.map((tag) => generator.generate(tag));
  assert.ok(surjectionproof.verify(hidden.surjectionProof, inputs, hidden.asset));

  const coin = await chain.transaction(Buffer.from(first.hash).reverse().toString('hex'));
  const [stablecoin, coinFee] = coin.outs;
  assert.ok(coin.isCoinbase() && stablecoin && coinFee && inputs[0]);
  assert.equal(ElementsValue.fromBytes(stablecoin.value).number, SETTLED);
  assert.deepEqual([fee.value, fee.asset], [coinFee.value, coinFee.asset]);
  assert.equal(ElementsValue.fromBytes(fee.value).number, FEE_UNITS);
  // With one hidden output among unblinded ones, balance means that its blinding factors cancel
  // out.
  const open = pedersen.commitment(String(SETTLED), inputs[0], Buffer.alloc(32));
  assert.deepEqual(hidden.value, Buffer.from(open));

  transaction.ins.forEach(({ witness: [signature, pubkey] }, index) => {
    const spent = coin.outs[index];
    assert.ok(signature && pubkey && spent);
    assert.deepEqual(payments.p2wpkh({ pubkey }).output, spent.script);
    const { output: code } = payments.p2pkh({ pubkey });
    assert.ok(code);
    const decoded = script.signature.decode(signature);
    const hash = transaction.hashForWitnessV0(index, code, spent.value, decoded.hashType);
    assert.ok(ecc.verify(hash, pubkey, decoded.signature));
  });
});

test('an unconfidential address is paid unblinded, on every network', async () => {
  const partner = partnerAt(sandbox.url);
  const networkOf = [networks.regtest, networks.testnet, networks.liquid];
  await Promise.all(
    networkOf.map(async (network) => {
      const { plain } = newWallet(network);
      const { txId } = await settle(partner, { depixAddress: plain });
      const to = scriptOf(plain, network);
      const content = { to, isOpen: true, units: SETTLED, asset: DEPIX };
      assert.deepEqual(await chain.content(txId), content);
      const [unspent] = await chain.json<Json[]>(`/address/${plain}/utxo`);
      assert.deepEqual([unspent?.['txid'], unspent?.['value']], [txId, SETTLED]);
    }),
  );
});

test('a charge with a split pays its address the amount less split and fee', async () => {
  const partner = partnerAt(sandbox.url);
  const split = { splitFee: '2.99%', depixSplitAddress: ADDRESS, amountInCents: 12_345 };
  const { txId } = await settle(partner, split);
  // 2.99% of R$ 123.45 are R$ 3.69, to the nearest cent.
  assert.equal((await chain.content(txId)).units, (12_345 - 369 - 99) * 1_000_000);
  const { txId: short } = await settle(partner, {}, { differenceInCents: -1_000 });
  assert.equal((await chain.content(short)).units, SETTLED - 1_000_000_000);
});

test('each chosen chain fault shows in the transaction', async () => {
  const partner = partnerAt(sandbox.url);
  const wallet = newWallet();
  const rules: Record<string, object> = {
    short: { to: scriptOf(wallet.plain), isOpen: false, units: SETTLED - 1_000_000, asset: DEPIX },
    over: { to: scriptOf(wallet.plain), isOpen: false, units: SETTLED + 1_000_000, asset: DEPIX },
    other_asset: {
      ...{ to: scriptOf(wallet.plain), isOpen: false },
      ...{ units: SETTLED, asset: WORTHLESS_ASSET },
    },
    unblinded: { to: scriptOf(wallet.plain), isOpen: true, units: SETTLED, asset: DEPIX },
  };
  const order = { depixAddress: wallet.confidential };
  for (const [fault, content] of Object.entries(rules)) {
    const { txId } = await settle(partner, order, { chain: fault });
    assert.deepEqual(await chain.content(txId, wallet.blindingKey), content, fault);
  }
  const { txId: missing } = await settle(partner, order, { chain: 'missing' });
  for (const path of ['', '/hex', '/raw', '/outspends']) {
    const { status, text } = await chain.ask(`/tx/${missing}${path}`);
    assert.deepEqual([status, text], [404, 'Transaction not found'], path);
  }
  const { txId: elsewhere } = await settle(partner, order, { chain: 'other_address' });
  assert.notEqual((await chain.content(elsewhere)).to, scriptOf(wallet.plain));
});

test('a forged proof names the right asset, and unblinding detects it', async () => {
  const wallet = newWallet();
  const order = { depixAddress: wallet.confidential };
  const { txId } = await settle(partnerAt(sandbox.url), order, { chain: 'forged' });
  const [out] = (await chain.transaction(txId)).outs;
  assert.ok(out?.rangeProof);
  const { rangeproof, ecdh } = await loadZkp();
  assert.ok(rangeproof.verify(out.rangeProof, out.value, out.asset, out.script));
  const shared = ecdh(out.nonce, wallet.blindingKey);
  const nonce = createHash('sha256').update(shared).digest();
  const rewound = rangeproof.rewind(out.rangeProof, out.value, out.asset, nonce, out.script);
  const named = AssetHash.fromHex(DEPIX).bytesWithoutPrefix;
  assert.deepEqual(Buffer.from(rewound.message.subarray(0, 32)), named);
  await assert.rejects(chain.content(txId, wallet.blindingKey), /mistmatch|mismatch/);
});

test('a withdrawal is funded confidentially, or unblinded for a wrong amount or asset', async () => {
  const partner = partnerAt(sandbox.url);
  const fund = async (funding: object) => {
    const { response } = await partner.withdraw();
    const place = String(response['depositAddress']);
    const id = String(response['withdrawalId']);
    await partner.control('POST', `withdrawals/${id}/fund`, funding);
    const unspent = await chain.json<Json[]>(`/address/${place}/utxo`);
    assert.equal(unspent.length, 1);
    const cents = Number(response['depositAmountInCents']);
    return { id, cents, unspent: unspent[0] ?? {} };
  };
  const exact = await fund({});
  assert.match(String(exact.unspent['valuecommitment']), /^0[89]/);
  const sent = await partner.withdrawal(exact.id, 'sent');
  assert.equal(sent['blockchainTxID'], exact.unspent['txid']);

  const short = await fund({ differenceInCents: -5_000 });
  assert.equal(short.unspent['value'], (short.cents - 5_000) * 1_000_000);
  assert.equal(short.unspent['asset'], DEPIX);
  const wrong = await fund({ wrongAsset: true });
  assert.equal(wrong.unspent['asset'], WORTHLESS_ASSET);
});
