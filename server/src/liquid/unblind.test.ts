import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Transaction } from 'liquidjs-lib';
import { type HiddenOutput, hiddenOutput } from '../../test/hidden-output.ts';
import vectors from '../../test/vectors/unblind.json' with { type: 'json' };
import { blindingPoint } from './blinding-key.ts';
import { commitsTo } from './commits-to.ts';
import { openOutput } from './unblind.ts';
import { loadZkp } from './zkp.ts';

const { rawHex, recipient, toRecipient, change, fee, asset } = vectors;
const KEY = recipient.blindingKey;
const OTHER_ASSET = '0d5e7e57'.repeat(8);
const zkp = await loadZkp();

const sent: HiddenOutput = {
  script: recipient.script,
  point: blindingPoint(KEY) ?? Buffer.alloc(0),
  asset,
  units: 5_000_000_000n,
};

function open(hex: string, key = KEY, vout = 0) {
  return openOutput(zkp, hex, vout, key);
}

/** The transaction with its first output altered. */
function altered(hex: string, alter: (output: Transaction['outs'][number]) => void): string {
  const transaction = Transaction.fromHex(hex);
  const [output] = transaction.outs;
  assert.ok(output);
  alter(output);
  return transaction.toHex();
}

test("an address's key opens its outputs, confidential or not", () => {
  for (const { vout, asset: id, units } of toRecipient) {
    const opened = open(rawHex, KEY, vout);
    assert.ok(opened.kind === 'opened');
    assert.deepEqual([opened.asset, opened.units], [id, BigInt(units)]);
  }
});

test("an address's key does not open outputs to other addresses", () => {
  assert.deepEqual(open(rawHex, KEY, change.vout), { kind: 'closed' });
  const opened = open(rawHex, change.blindingKey, change.vout);
  assert.ok(opened.kind === 'opened');
  assert.equal(opened.units, BigInt(change.units));
  assert.deepEqual(open(rawHex, change.blindingKey), { kind: 'closed' });
});

test('a fee output is readable with any key, and a nonexistent output is an error', () => {
  const opened = open(rawHex, KEY, fee.vout);
  assert.ok(opened.kind === 'opened');
  assert.deepEqual([opened.asset, opened.units], [fee.asset, BigInt(fee.units)]);
  for (const vout of [6, -1, 0.5, Number.NaN]) assert.throws(() => open(rawHex, KEY, vout), Error);
});

test('an output that names an asset it does not commit to is forged', () => {
  const worthless = { ...sent, asset: OTHER_ASSET, named: asset };
  const hex = hiddenOutput(zkp, worthless);
  const [output] = Transaction.fromHex(hex).outs;
  assert.ok(output?.rangeProof);
  const { rangeProof, value, asset: generator, script } = output;
  assert.ok(zkp.rangeproof.verify(rangeProof, value, generator, script), 'a node would accept it');
  assert.deepEqual(open(hex), { kind: 'forged' });
  const honest = open(hiddenOutput(zkp, { ...worthless, named: OTHER_ASSET }));
  assert.ok(honest.kind === 'opened');
  assert.equal(honest.asset, OTHER_ASSET);
});

test('an output whose range proof has a missing or invalid message is forged', () => {
  for (const message of [Buffer.alloc(0), Buffer.from(asset, 'hex').reverse()])
    assert.deepEqual(open(hiddenOutput(zkp, { ...sent, message })), { kind: 'forged' });
  const factorOffCurve = Buffer.concat([
    Buffer.from(asset, 'hex').reverse(),
    Buffer.alloc(32, 255),
  ]);
  assert.deepEqual(open(hiddenOutput(zkp, { ...sent, message: factorOffCurve })), {
    kind: 'forged',
  });
});

test('an output with a changed proof, script, point or commitment stays closed', () => {
  const hex = hiddenOutput(zkp, sent);
  assert.equal(open(hex).kind, 'opened');
  const other = Transaction.fromHex(hiddenOutput(zkp, sent)).outs[0];
  assert.ok(other);
  for (const alter of [
    (output) => output.rangeProof?.writeUInt8((output.rangeProof[100] ?? 0) ^ 1, 100),
    (output) => (output.rangeProof = output.rangeProof?.subarray(0, -1) ?? Buffer.alloc(0)),
    (output) => (output.rangeProof = Buffer.alloc(5_000, 255)),
    (output) => (output.rangeProof = Buffer.alloc(0)),
    (output) => output.script.writeUInt8((output.script[5] ?? 0) ^ 1, 5),
    (output) => (output.nonce = other.nonce),
    (output) => (output.nonce = Buffer.of(0)),
    (output) => (output.nonce = Buffer.concat([Buffer.of(2), Buffer.alloc(32)])),
    (output) => (output.value = other.value),
    (output) => (output.value = Buffer.of(0)),
    (output) => (output.asset = other.asset),
    (output) => (output.asset = Buffer.concat([Buffer.of(10), Buffer.alloc(32, 255)])),
  ] satisfies ((output: Transaction['outs'][number]) => unknown)[])
    assert.deepEqual(open(altered(hex, alter)), { kind: 'closed' }, String(alter));
});

test('an invalid key opens nothing', () => {
  for (const key of ['', 'zz'.repeat(32), '00'.repeat(32), 'ff'.repeat(32), KEY.slice(2)])
    assert.deepEqual(open(rawHex, key), { kind: 'closed' });
});

test('an output with an explicit asset and a confidential amount is opened too', () => {
  const opened = open(hiddenOutput(zkp, { ...sent, tellsAsset: true }));
  assert.ok(opened.kind === 'opened');
  assert.deepEqual([opened.asset, opened.units], [asset, sent.units]);
});

test('an output commits to exactly one amount, also modulo 2^64', () => {
  const opened = open(rawHex);
  const [output] = Transaction.fromHex(rawHex).outs;
  assert.ok(opened.kind === 'opened' && output);
  const judge = (units: bigint) => commitsTo(zkp, output, { ...opened, units });
  assert.deepEqual(judge(opened.units), { asset: true, amount: true });
  assert.deepEqual(judge(opened.units + 1n), { asset: true, amount: false });
  assert.equal(judge(opened.units + 2n ** 64n).amount, false);
  assert.equal(judge(opened.units - 2n ** 64n).amount, false);
  assert.deepEqual(commitsTo(zkp, output, { ...opened, asset: OTHER_ASSET }), {
    asset: false,
    amount: false,
  });
});
