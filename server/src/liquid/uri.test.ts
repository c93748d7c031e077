import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cents } from '../money.ts';
import { liquidUri } from './uri.ts';

const ADDRESS =
  'lq1qqv5kvgzekd4qv4q6ld8jpnnx8zjwkykuj5secarhpjvdg3hpazqfhjmp7c98ap2eleu8tp74prx282h6vgzy2uz7yea6l0fmx';

const ASSET = '02f22f8d9c76ab41661a2729e4752e2c5d1a263012141b86ea98af5472df5189';

const uriOf = (amount: number, network: 'liquid' | 'testnet' | 'regtest' = 'liquid') =>
  liquidUri({ address: ADDRESS, network, cents: cents(amount), assetId: ASSET });

test('a payment reads as wallets expect it', () => {
  assert.equal(uriOf(8_991), `liquidnetwork:${ADDRESS}?assetid=${ASSET}&amount=89.91`);
});

test('every network but the main one has the scheme of the test network', () => {
  assert.ok(uriOf(1, 'liquid').startsWith('liquidnetwork:'));
  assert.ok(uriOf(1, 'testnet').startsWith('liquidtestnet:'));
  assert.ok(uriOf(1, 'regtest').startsWith('liquidtestnet:'));
});

test('the amount always has two decimals and equals the cents exactly', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (amount) => {
      const written = new URL(uriOf(amount)).searchParams.get('amount') ?? '';
      assert.match(written, /^(?:0|[1-9][0-9]*)\.[0-9]{2}$/);
      assert.equal(BigInt(written.replace('.', '')), BigInt(amount));
    }),
  );
});

test('a negative payment is refused', () => {
  assert.throws(() => uriOf(-1), RangeError);
});
