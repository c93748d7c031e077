import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runPonte } from '../../test/contract/ponte.ts';
import { hiddenOutput } from '../../test/hidden-output.ts';
import vectors from '../../test/vectors/unblind.json' with { type: 'json' };
import { readConfig } from '../config.ts';
import { readLiquidAddress } from '../liquid/address.ts';
import { blindingPoint } from '../liquid/blinding-key.ts';
import type { Opened } from '../liquid/output.ts';
import { stripWitnesses } from '../liquid/strip-witnesses.ts';
import { openOutput } from '../liquid/unblind.ts';
import { loadZkp } from '../liquid/zkp.ts';
import { proofCommands } from './commands.ts';
import { type ChainProof, type PaymentToProve, proofOf } from './proof.ts';
import { readProof } from './read-proof.ts';
import { isValid, type Verdicts, verifyProof } from './verify-proof.ts';

const { rawHex, recipient, toRecipient, change, asset: DEPIX } = vectors;
const OTHER_ASSET = '0d5e7e57'.repeat(8);
const zkp = await loadZkp();
const directory = await mkdtemp(join(tmpdir(), 'ponte-proofs-'));
after(() => rm(directory, { recursive: true }));

function opened(hex: string, vout: number): Opened {
  const opening = openOutput(zkp, hex, vout, recipient.blindingKey);
  assert.ok(opening.kind === 'opened');
  return opening;
}

function prove(changes: Partial<PaymentToProve> = {}): ChainProof {
  const address = readLiquidAddress(recipient.address, ['regtest']);
  assert.ok(address);
  return proofOf({
    depositId: 'dep_01kah3v5wze8br4hmsf2e8r0tv',
    address,
    transaction: stripWitnesses(rawHex),
    vout: 0,
    opening: opened(rawHex, 0),
    blockHash: null,
    confirmations: 2,
    checkedAt: new Date(),
    ...changes,
  });
}

const ALL_HOLD: Verdicts = { txid: true, address: true, asset: true, amount: true, depix: true };
const HIDDEN = prove();
const TOLD = prove({ vout: 2, opening: null });

/** The checks that fail, or can't be shown (`?`), once the proof has been changed. */
async function faults(proof: ChainProof, change: Partial<ChainProof> = {}): Promise<string[]> {
  const verdicts = await verifyProof({ ...proof, ...change }, DEPIX);
  return Object.entries(verdicts).flatMap(([name, ok]) =>
    ok === true ? [] : [ok === null ? `${name}?` : name],
  );
}

/** Writes the content to a new file. */
let files = 0;
async function write(content: string | Buffer): Promise<string> {
  const path = join(directory, `proof-${String((files += 1))}.json`);
  await writeFile(path, content);
  return path;
}

test('proofs of a confidential and of an unconfidential output are valid', async () => {
  assert.deepEqual(await faults(HIDDEN), []);
  assert.deepEqual([HIDDEN.amount, HIDDEN.amountCents], ['1234000000', 1_234]);
  assert.deepEqual(await faults(TOLD), []);
  assert.deepEqual([TOLD.confidential, TOLD.blindingFactors], [false, null]);
});

test("a proof is valid with the transaction's witnesses too, and stores none", async () => {
  assert.deepEqual(await faults(HIDDEN, { transaction: rawHex }), []);
  assert.ok(HIDDEN.transaction.length * 10 < rawHex.length);
});

test('any change to a proof is detected', async () => {
  const wrap = String(2n ** 64n + 1_234_000_000n);
  const factors = HIDDEN.blindingFactors;
  assert.ok(factors);
  const cases: [Partial<ChainProof>, string[]][] = [
    [{ txid: '00'.repeat(32) }, ['txid']],
    [{ address: recipient.unconfidential }, []],
    [{ address: 'ert1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqkm8ey2' }, ['address']],
    [{ network: 'liquid' }, ['address']],
    [{ script: `0014${'00'.repeat(20)}` }, ['address']],
    [{ asset: OTHER_ASSET }, ['asset', 'amount', 'depix']],
    [{ amount: '1234000001' }, ['amount']],
    [
      { amount: wrap, amountCents: Number(BigInt(wrap) / 1_000_000n) },
      ['asset', 'amount', 'depix'],
    ],
    [{ amountCents: 1_235 }, ['amount']],
    [{ amountCents: null }, ['amount']],
    [{ confidential: false }, ['asset', 'amount', 'depix']],
    [{ blindingFactors: { ...factors, amount: '11'.repeat(32) } }, ['amount']],
    [{ blindingFactors: { ...factors, asset: '11'.repeat(32) } }, ['asset', 'amount', 'depix']],
    [{ blindingFactors: { ...factors, asset: 'ff'.repeat(32) } }, ['asset', 'amount', 'depix']],
    [{ vout: change.vout }, ['address', 'asset', 'amount', 'depix']],
    [{ vout: 2 }, ['asset', 'amount', 'depix']],
    [{ vout: 6 }, ['txid', 'address', 'asset', 'amount', 'depix']],
    [{ transaction: '00' }, ['txid', 'address', 'asset', 'amount', 'depix']],
  ];
  for (const [change, expected] of cases)
    assert.deepEqual(await faults(HIDDEN, change), expected, JSON.stringify(change));
  assert.deepEqual(await faults(TOLD, { amount: '100000001' }), ['amount']);
  assert.deepEqual(await faults(TOLD, { asset: OTHER_ASSET }), ['asset', 'depix']);
});

test('without blinding factors a proof of a confidential output shows the address, but not the asset or amount', async () => {
  const closed = prove({ opening: null });
  assert.deepEqual([closed.asset, closed.amount, closed.amountCents], [null, null, null]);
  assert.deepEqual(await faults(closed), ['asset?', 'amount?', 'depix?']);
  // Nor when the proof claims an asset and amount.
  const claim = { asset: DEPIX, amount: '1234000000', amountCents: 1_234 };
  assert.deepEqual(await faults(closed, claim), ['asset?', 'amount?', 'depix?']);
  assert.equal(isValid(await verifyProof(closed, DEPIX)), false);
});

test('a payment of another asset to the same address does not prove DePix', async () => {
  const [, , other] = toRecipient;
  assert.ok(other && other.asset !== DEPIX);
  assert.deepEqual(await faults(prove({ vout: other.vout, opening: null })), ['depix']);
});

test('a confidential output of another asset cannot be proved as DePix', async () => {
  const point = blindingPoint(recipient.blindingKey) ?? Buffer.alloc(0);
  const { script } = recipient;
  const transaction = hiddenOutput(zkp, { script, point, asset: OTHER_ASSET, units: 5_000_000n });
  const honest = prove({ transaction, opening: opened(transaction, 0) });
  assert.deepEqual(await faults(honest), ['depix']);
  assert.deepEqual(await faults(honest, { asset: DEPIX }), ['asset', 'amount', 'depix']);
});

test('a file without a proof is distinguished from one with a proof, whatever its size or content', async () => {
  const read = await readProof(await write(JSON.stringify(HIDDEN)));
  assert.deepEqual(read, { kind: 'proof', proof: HIDDEN });
  const more = await write(JSON.stringify({ ...HIDDEN, more: 'is ignored' }));
  assert.equal((await readProof(more)).kind, 'proof');
  const wrong: Record<string, unknown>[] = [
    { version: 2 },
    { version: '1' },
    { network: 'bitcoin' },
    { txid: 'x' },
    { vout: -1 },
    { vout: 0.5 },
    { vout: '0' },
    { vout: 2 ** 32 },
    { address: '\u001b[2Jaddress' },
    { script: null },
    { confidential: 'no' },
    { asset: DEPIX.toUpperCase() },
    { amount: -1 },
    { amount: '-1' },
    { amount: '01' },
    { amount: '1e9' },
    { amount: '9'.repeat(21) },
    { amountCents: 0.5 },
    { blindingFactors: [] },
    { blindingFactors: { asset: 'x', amount: 'y' } },
    { transaction: 7 },
    { transaction: undefined },
    { checkedAt: 'never' },
  ];
  const texts = [
    '',
    'null',
    '[]',
    '"proof"',
    '{',
    '<html>not found</html>',
    '['.repeat(100_000),
    '{"__proto__": {"version": 1}}',
    ...wrong.map((change) => JSON.stringify({ ...HIDDEN, ...change })),
  ];
  const other = { kind: 'other' };
  for (const text of texts) assert.deepEqual(await readProof(await write(text)), other, text);
  const huge = JSON.stringify({ ...HIDDEN, transaction: '00'.repeat(5_000_000) });
  for (const content of [huge, Buffer.alloc(1_000, 255)])
    assert.deepEqual(await readProof(await write(content)), other);
  assert.deepEqual(await readProof(directory), other);
  assert.deepEqual(await readProof(join(directory, 'absent')), { kind: 'absent' });
});

test("the command reports the valid checks in the user's language, without a database", async () => {
  const path = await write(JSON.stringify(HIDDEN));
  const { status, output } = await runPonte({ databaseUrl: '' }, ['verify-proof', path], {
    PONTE_DEPIX_TEST_ASSET_ID: DEPIX,
    LC_ALL: 'pt_BR.UTF-8',
  });
  assert.equal(status, 0);
  assert.match(output, /^A prova é válida\.\n(?: {2}✔ .+\n){5}/);
  assert.match(output, /o valor é 12,34000000\n/);
});

test('the command distinguishes an invalid proof from an unreadable file', async () => {
  const { run } = proofCommands['verify-proof'];
  const config = readConfig({ PONTE_DEPIX_TEST_ASSET_ID: DEPIX });
  const short = await run(await write(JSON.stringify({ ...HIDDEN, amountCents: 9 })), {}, config);
  assert.deepEqual([short.failed, short.unreadable], [true, undefined]);
  assert.deepEqual(short.json['checks'], { ...ALL_HOLD, amount: false });
  const absent = await run(join(directory, 'absent'), {}, config);
  assert.deepEqual([absent.failed, absent.unreadable], [undefined, true]);
});

test("the command shows the API's message for an error response saved as a proof", async () => {
  const { run } = proofCommands['verify-proof'];
  const config = readConfig({});
  const error = { error: 'invalid_state', message: 'Nothing to prove\u001b[2J yet.' };
  const refused = await run(await write(JSON.stringify(error)), {}, config);
  assert.match(String(refused.text), /: Nothing to prove\[2J yet\.$/);
  assert.equal(refused.unreadable, true);
  const absent = await run(join(directory, 'absent'), {}, config);
  assert.match(String(absent.text), /^(O arquivo não existe|There is no such file)\.$/);
  const other = await run(await write('{}'), {}, config);
  assert.match(String(other.text), /^(O arquivo não contém|The file does not contain)/);
});
