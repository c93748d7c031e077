import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Transaction } from 'liquidjs-lib';
import vectors from '../../test/vectors/unblind.json' with { type: 'json' };
import { readOutputs, txIdOf } from './read-outputs.ts';
import { stripWitnesses } from './strip-witnesses.ts';

const { rawHex, txid, recipient, toRecipient, change, fee } = vectors;

test('a transaction tells its id, and what its outputs do not hide', () => {
  const outputs = readOutputs(rawHex);
  assert.equal(txIdOf(rawHex), txid);
  for (const { vout, confidential, asset, units } of toRecipient) {
    const told = confidential
      ? { asset: undefined, units: undefined }
      : { asset, units: BigInt(units) };
    const { script } = recipient;
    assert.deepEqual(outputs[vout], { vout, script, confidential, ...told });
  }
  assert.equal(outputs[change.vout]?.confidential, true);
  const { vout, asset, units } = fee;
  const told = { asset, units: BigInt(units) };
  assert.deepEqual(outputs[vout], { vout, script: '', confidential: false, ...told });
});

test('without its witnesses it is the same transaction, and has none', () => {
  const bare = stripWitnesses(rawHex);
  assert.equal(txIdOf(bare), txid);
  assert.deepEqual(readOutputs(bare), readOutputs(rawHex));
  assert.equal(stripWitnesses(bare), bare);
  assert.ok(bare.length * 10 < rawHex.length, 'the range proofs are gone');
});

test('inputs that issue an asset, or come from Bitcoin, lose their proofs and nothing else', () => {
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

test('an amount greater than a double can hold is read to the last unit', () => {
  const transaction = Transaction.fromHex(rawHex);
  const [output] = transaction.outs.slice(2);
  assert.ok(output);
  for (const units of [2n ** 53n + 1n, 2n ** 64n - 1n, 0n]) {
    output.value.writeBigUInt64BE(units, 1);
    assert.equal(readOutputs(transaction.toHex())[2]?.units, units);
  }
});

test('an output that tells its asset and hides its amount counts as hidden', () => {
  const transaction = Transaction.fromHex(rawHex);
  const [hidden, , explicit] = transaction.outs;
  assert.ok(hidden && explicit);
  hidden.asset = explicit.asset;
  const [read] = readOutputs(transaction.toHex());
  assert.deepEqual([read?.confidential, read?.asset, read?.units], [true, undefined, undefined]);
});

test('what is no transaction is refused, wherever it was cut and whatever it claims', () => {
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

test('bytes drawn at random are refused or read, and nothing else happens', () => {
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
