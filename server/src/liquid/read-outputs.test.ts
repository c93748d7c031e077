import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Transaction } from 'liquidjs-lib';
import vectors from '../../test/vectors/unblind.json' with { type: 'json' };
import { readOutputs, txIdOf } from './read-outputs.ts';
import { stripWitnesses } from './strip-witnesses.ts';

const { rawHex, txid, recipient, toRecipient, change, fee } = vectors;

test("a transaction's id and unconfidential outputs are read", () => {
  const outputs = readOutputs(rawHex);
  assert.equal(txIdOf(rawHex), txid);
  for (const { vout, confidential, asset, units } of toRecipient) {
    const shown = confidential
      ? { asset: undefined, units: undefined }
      : { asset, units: BigInt(units) };
    const { script } = recipient;
    assert.deepEqual(outputs[vout], { vout, script, confidential, ...shown });
  }
  assert.equal(outputs[change.vout]?.confidential, true);
  const { vout, asset, units } = fee;
  const shown = { asset, units: BigInt(units) };
  assert.deepEqual(outputs[vout], { vout, script: '', confidential: false, ...shown });
});

test('stripping the witnesses keeps the id and the outputs', () => {
  const bare = stripWitnesses(rawHex);
  assert.equal(txIdOf(bare), txid);
  assert.deepEqual(readOutputs(bare), readOutputs(rawHex));
  assert.equal(stripWitnesses(bare), bare);
  assert.ok(bare.length * 10 < rawHex.length, 'the range proofs are gone');
});

test('stripping asset issuance and peg-in inputs removes their proofs only', () => {
  const transaction = Transaction.fromHex(rawHex);
  const [first, second] = transaction.ins;
  assert.ok(first && second);
  Object.assign(first, { isPegin: true, peginWitness: [Buffer.alloc(8, 1)] });
  const amount = Buffer.concat([Buffer.of(1), Buffer.alloc(8, 1)]);
  const issuance = {
    assetBlindingNonce: Buffer.alloc(32),
    assetEntropy: Buffer.alloc(32, 2),
    assetAmount: amount,
    tokenAmount: Buffer.of(0),
  };
  Object.assign(second, { issuance, issuanceRangeProof: Buffer.alloc(50, 3) });
  const hex = transaction.toHex();
  const bare = stripWitnesses(hex);
  assert.equal(txIdOf(bare), txIdOf(hex));
  assert.notEqual(txIdOf(hex), txid);
  assert.deepEqual(readOutputs(bare), readOutputs(rawHex));
  assert.ok(!bare.includes('03'.repeat(50)) && !bare.includes('01'.repeat(16)));
});

test('an amount beyond the precision of a double is read exactly', () => {
  const transaction = Transaction.fromHex(rawHex);
  const [output] = transaction.outs.slice(2);
  assert.ok(output);
  for (const units of [2n ** 53n + 1n, 2n ** 64n - 1n, 0n]) {
    output.value.writeBigUInt64BE(units, 1);
    assert.equal(readOutputs(transaction.toHex())[2]?.units, units);
  }
});

test('an output with an explicit asset and a confidential amount counts as confidential', () => {
  const transaction = Transaction.fromHex(rawHex);
  const [hidden, , explicit] = transaction.outs;
  assert.ok(hidden && explicit);
  hidden.asset = explicit.asset;
  const [read] = readOutputs(transaction.toHex());
  assert.deepEqual([read?.confidential, read?.asset, read?.units], [true, undefined, undefined]);
});

test('a truncated, padded or oversized transaction is refused', () => {
  const bare = stripWitnesses(rawHex);
  for (let cut = 0; cut < bare.length; cut += 1) refuse(bare.slice(0, cut));
  refuse(`${bare}00`);
  refuse(`${bare.slice(0, -1)}g`);
  refuse(` ${bare}`);
  refuse(`0x${bare}`);
  // Counts of inputs, outputs and bytes that would not fit in any memory.
  for (const count of ['fdffff', 'feffffffff', 'ffffffffffffffffff', 'ffffffffffffff1f00']) {
    refuse(`0200000000${count}`);
    refuse(`0200000001${count}`);
    refuse(`020000000000${count}`);
    refuse(`0200000000${count}${'00'.repeat(10_000)}`);
  }
  refuse('00'.repeat(4_000_001));
  refuse('ab'.repeat(1_000_000));
});

test('random bytes are either read or refused with the expected error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, hasHead) => {
      const hex = Buffer.from(bytes).toString('hex');
      try {
        txIdOf(hasHead ? `0200000000${hex}` : hex);
      } catch (error) {
        assert.match(String(error), /^Error: no Liquid transaction$/);
      }
    }),
    { numRuns: 500 },
  );
});

function refuse(hex: string): void {
  for (const read of [readOutputs, txIdOf, stripWitnesses]) assert.throws(() => read(hex), Error);
}
