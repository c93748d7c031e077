import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address as codec } from 'liquidjs-lib';
import addresses from '../../test/vectors/liquid-addresses.json' with { type: 'json' };
import vectors from '../../test/vectors/unblind.json' with { type: 'json' };
import { LIQUID_NETWORKS, readLiquidAddress } from './address.ts';
import { blindingPoint, isBlindingKeyOf, slip77Key } from './blinding-key.ts';
import { plainAddressOf } from './plain-address.ts';

const { recipient, change } = vectors;

function read(text: string) {
  const address = readLiquidAddress(text, LIQUID_NETWORKS);
  assert.ok(address, text);
  return address;
}

test('a blinding key matches only the address that contains its point', () => {
  const address = read(recipient.address);
  assert.equal(isBlindingKeyOf(recipient.blindingKey, address), true);
  assert.equal(isBlindingKeyOf(recipient.blindingKey.toUpperCase(), address), true);
  assert.equal(isBlindingKeyOf(change.blindingKey, address), false);
  const plain = read(recipient.unconfidential);
  assert.equal(isBlindingKeyOf(recipient.blindingKey, plain), false);
});

test('a text that is not a valid private key matches no address', () => {
  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
  const { blindingKey } = recipient;
  for (const key of [
    '',
    '00'.repeat(32),
    order,
    'ff'.repeat(32),
    'zz'.repeat(32),
    blindingKey.slice(2),
    `${blindingKey}00`,
    ` ${blindingKey}`,
    `0x${blindingKey.slice(2)}`,
  ])
    assert.equal(isBlindingKeyOf(key, read(recipient.address)), false, key);
});

test("an address's blinding key is derived from the master key by SLIP-77", () => {
  // The test vector that other implementations use.
  const master = '6c2de18eabeff3f7822bc724ad482bef0557f3e1c1e1c75b7a393a5ced4de616';
  const script = '76a914a579388225827d9f2fe9014add644487808c695d88ac';
  const point = blindingPoint(slip77Key(master, script));
  assert.ok(point);
  assert.equal(
    codec.toConfidential('2dpWh6jbhAowNsQ5agtFzi7j6nKscj6UnEr', point),
    'CTEkf75DFff5ReB7juTg2oehrj41aMj21kvvJaQdWsEAQohz1EDhu7Ayh6goxpz3GZRVKidTtaXaXYEJ',
  );
});

test('an address of every kind has an unconfidential form with the same script', () => {
  assert.equal(plainAddressOf(read(recipient.address)), recipient.unconfidential);
  for (const { address, network, script } of addresses.sound) {
    const plain = read(plainAddressOf(read(address)));
    assert.deepEqual([plain.confidential, plain.network, plain.script], [false, network, script]);
    assert.equal(plainAddressOf(plain), plain.address);
  }
});
