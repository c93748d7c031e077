import assert from 'node:assert/strict';
import { test } from 'node:test';
import zkp from '@vulpemventures/secp256k1-zkp';
import { BLECH32, BLECH32M, encode as encodeBlech32 } from 'blech32';
import fc from 'fast-check';
import { address as codec, networks } from 'liquidjs-lib';
import vectors from '../../test/vectors/liquid-addresses.json' with { type: 'json' };
import { LIQUID_NETWORKS, addressFault, readLiquidAddress } from './address.ts';

const LIVE = ['liquid'] as const;
const TEST = ['testnet', 'regtest'] as const;

const BLINDING_KEY = Buffer.from(vectors.blindingKey, 'hex');
/** No point on the curve has this x coordinate. */
const OFF_CURVE_KEY = Buffer.from(`02${'00'.repeat(31)}05`, 'hex');
const PROGRAM = Buffer.alloc(20, 7);
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

interface Blech32Parts {
  readonly prefix?: string;
  readonly version?: number;
  readonly encoding?: typeof BLECH32;
  readonly key?: Buffer;
  readonly program?: Buffer;
}

function blech32(parts: Blech32Parts): string {
  const { prefix = 'lq', version = 0, key = BLINDING_KEY, program = PROGRAM } = parts;
  const words = toWords(Buffer.concat([key, program]));
  return encodeBlech32(prefix, Uint8Array.from([version, ...words]), parts.encoding ?? BLECH32);
}

function toWords(bytes: Buffer): number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((word) => Number.parseInt(word.padEnd(5, '0'), 2));
}

const refused = (text: string) => readLiquidAddress(text, LIQUID_NETWORKS) === undefined;
const libraryAccepts = (text: string) => codec.toOutputScript(text, networks.liquid).length > 0;

test('a valid address of every kind is read on its own network', () => {
  for (const { address, network, confidential, script } of vectors.sound) {
    const allowed = LIQUID_NETWORKS.filter((name) => name === network);
    assert.deepEqual(readLiquidAddress(address, allowed), {
      address,
      network,
      confidential,
      script,
    });
  }
});

test('a valid address of another network is refused, and the fault names its network', () => {
  for (const { address, network } of vectors.sound) {
    assert.equal(Boolean(readLiquidAddress(address, LIVE)), network === 'liquid', address);
    assert.equal(Boolean(readLiquidAddress(address, TEST)), network !== 'liquid', address);
    assert.deepEqual(addressFault(address), { kind: 'other_network', network });
  }
});

test('a segwit address in upper case is read and stored in lower case', () => {
  for (const text of vectors.upperCase) {
    const read = readLiquidAddress(text, LIVE);
    assert.equal(read?.address, text.toLowerCase());
    assert.deepEqual(read, readLiquidAddress(text.toLowerCase(), LIVE));
  }
});

test('a damaged, foreign or invented address is refused', () => {
  for (const { text, because } of vectors.unsound) assert.ok(refused(text), because);
});

test('an address with anything around or inside it is refused', () => {
  for (const { address } of vectors.sound)
    for (const text of [
      ` ${address}`,
      `${address}\n`,
      `liquidnetwork:${address}`,
      `${address}?amount=1`,
    ])
      assert.ok(refused(text), text);
  assert.ok(refused('lq1'.repeat(21_845)));
});

test("a confidential address with another witness version's checksum is refused", () => {
  const v0 = blech32({ version: 0, encoding: BLECH32M });
  const v1 = blech32({ version: 1, encoding: BLECH32, program: Buffer.alloc(32, 7) });
  for (const text of [v0, v1]) {
    assert.ok(libraryAccepts(text), 'the library alone would accept it');
    assert.ok(refused(text), text);
  }
  assert.equal(refused(blech32({})), false);
});

test('a confidential address whose blinding key is not on the curve is refused', () => {
  const plain = codec.fromOutputScript(Buffer.from(`76a914${'07'.repeat(20)}88ac`, 'hex'));
  const zeros = Buffer.alloc(33);
  for (const key of [
    OFF_CURVE_KEY,
    zeros,
    Buffer.alloc(33, 0xff),
    Buffer.from(`04${'01'.repeat(32)}`, 'hex'),
  ])
    for (const text of [blech32({ key }), codec.toConfidential(plain, key)]) {
      assert.ok(libraryAccepts(text), 'the library alone would accept it');
      assert.ok(refused(text), text);
    }
});

test('a confidential address whose prefix only starts like a valid one is refused', () => {
  for (const prefix of ['lqx', 'lq1', 'elephant', 'tlqq', 'ex'])
    assert.ok(refused(blech32({ prefix })));
  assert.ok(libraryAccepts(blech32({ prefix: 'lqx' })), 'the library alone would accept it');
});

test('an unsupported witness version or program length is refused', () => {
  const program = (version: number, length: number) =>
    codec.toBech32(Buffer.alloc(length, 7), version, 'ex');
  for (const version of [2, 3, 16]) assert.ok(refused(program(version, 32)));
  for (const length of [2, 20, 33, 40]) assert.ok(refused(program(1, length)));
});

test('a taproot address whose key is not on the curve is refused, since its coins could never move', () => {
  assert.ok(refused(codec.toBech32(OFF_CURVE_KEY.subarray(1), 1, 'ex')));
  assert.equal(refused(codec.toBech32(BLINDING_KEY.subarray(1), 1, 'ex')), false);
});

test('the Liquid library agrees on which keys are on the curve', async () => {
  const { ecc } = await zkp.default();
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((x) => Buffer.from([2, ...x]));
  fc.assert(fc.property(key, (bytes) => refused(blech32({ key: bytes })) === !ecc.isPoint(bytes)));
});

test('a change of any single character of a valid address is detected', () => {
  const mutation = fc.record({
    address: fc.constantFrom(...vectors.sound.map(({ address }) => address)),
    position: fc.nat(),
    char: fc.constantFrom(...new Set(`${BECH32}${BASE58}0OIl`)),
  });
  fc.assert(
    fc.property(mutation, ({ address, position, char }) => {
      const at = position % address.length;
      const changed = address.slice(0, at) + char + address.slice(at + 1);
      assert.ok(changed === address || refused(changed), changed);
    }),
    { numRuns: 1_000 },
  );
});

test('an address cut short, doubled or with two neighbours swapped is refused', () => {
  for (const { address } of vectors.sound) {
    assert.ok(refused(address.slice(1)) && refused(address.slice(0, -1)));
    assert.ok(refused(address + address) && refused(`${address}q`));
    const swapped =
      address.slice(0, 9) + address.charAt(10) + address.charAt(9) + address.slice(11);
    assert.ok(swapped === address || refused(swapped));
  }
});

test('mixed case is refused', () => {
  for (const { address } of vectors.sound) {
    const half = address.length / 2;
    assert.ok(refused(address.slice(0, half) + address.slice(half).toUpperCase()));
  }
});

test('the fault of an address of another chain names the chain', () => {
  const bitcoin = [
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  ];
  for (const text of bitcoin)
    assert.deepEqual(addressFault(text), { kind: 'other_chain', chain: 'Bitcoin' });
  const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7';
  assert.deepEqual(addressFault(ethereum), { kind: 'other_chain', chain: 'Ethereum' });
});

test('the fault of an incomplete or mistyped address is `unreadable`', () => {
  for (const { address } of vectors.sound)
    for (const text of [address.slice(0, -3), `${address} `])
      assert.deepEqual(addressFault(text), { kind: 'unreadable' });
  for (const text of ['', 'abc', 'liquidnetwork:x', '0x12', 'x'.repeat(65_536)])
    assert.deepEqual(addressFault(text), { kind: 'unreadable' });
});
