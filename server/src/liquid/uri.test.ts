import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import vectors from '../../test/vectors/liquid-addresses.json' with { type: 'json' };
import { cents } from '../money.ts';
import { LIQUID_NETWORKS, readLiquidAddress } from './address.ts';
import { unitsOf } from './units.ts';
import { liquidUri } from './uri.ts';

const ADDRESS =
  'lq1qqv5kvgzekd4qv4q6ld8jpnnx8zjwkykuj5secarhpjvdg3hpazqfhjmp7c98ap2eleu8tp74prx282h6vgzy2uz7yea6l0fmx';

const ASSET = '02f22f8d9c76ab41661a2729e4752e2c5d1a263012141b86ea98af5472df5189';

const uriOf = (amount: number, network: 'liquid' | 'testnet' | 'regtest' = 'liquid') =>
  liquidUri({ address: ADDRESS, network, cents: cents(amount), assetId: ASSET });

test('a payment URI has the form that wallets expect', () => {
  assert.equal(uriOf(8_991), `liquidnetwork:${ADDRESS}?assetid=${ASSET}&amount=89.91`);
});

test("every test network has the test network's scheme", () => {
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

/** What the strictest of wallets reads from the URI. */
function scan(uri: string) {
  const [, scheme = '', address = '', query = ''] = /^([a-z]+):(\w+)\?([^?#]*)$/.exec(uri) ?? [];
  const networks = scheme === 'liquidnetwork' ? (['liquid'] as const) : TEST_NETWORKS;
  const asked = new URLSearchParams(query);
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(asked.get('amount') ?? '') ?? [];
  return {
    pays:
      ['liquidnetwork', 'liquidtestnet'].includes(scheme) && readLiquidAddress(address, networks),
    // Without its asset an amount would be read as bitcoins.
    assetId: /^[0-9a-f]{64}$/.exec(asked.get('assetid') ?? '')?.[0],
    units: whole === undefined ? undefined : BigInt(whole + part.padEnd(8, '0')),
    others: [...asked.keys()].filter((name) => name !== 'assetid' && name !== 'amount'),
  };
}

const TEST_NETWORKS = ['testnet', 'regtest'] as const;

test('a wallet that scans it pays exactly that amount of that asset to that address', () => {
  const payment = fc.record({
    to: fc.constantFrom(...vectors.sound),
    amount: fc.integer({ min: 1, max: 60_000_000 }),
  });
  fc.assert(
    fc.property(payment, ({ to, amount }) => {
      const read = readLiquidAddress(to.address, LIQUID_NETWORKS);
      assert.ok(read);
      const uri = liquidUri({ ...read, cents: cents(amount), assetId: ASSET });
      const units = unitsOf(cents(amount));
      assert.deepEqual(scan(uri), { pays: read, assetId: ASSET, units, others: [] });
    }),
  );
});

test('a negative payment is refused', () => {
  assert.throws(() => uriOf(-1), RangeError);
});
