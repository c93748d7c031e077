import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { test } from 'node:test';
import { type AddressPolicy, isAllowedAddress } from './address.ts';

const livePolicy: AddressPolicy = { allowPrivate: false, reservedPorts: [3000] };
const deskPolicy: AddressPolicy = { ...livePolicy, allowPrivate: true };

test('on a public address of this machine only ports 80 and 443 are allowed', (t) => {
  const card = { address: '9.9.9.9', netmask: '255.255.255.0', mac: '', internal: false };
  const own = t.mock.method(os, 'networkInterfaces', () => ({
    eth0: [{ ...card, family: 'IPv4' as const, cidr: null }],
  }));
  syncBuiltinESMExports();
  t.after(() => {
    own.mock.restore();
    syncBuiltinESMExports();
  });
  for (const [port, isAllowed] of [
    [80, true],
    [443, true],
    [8080, false],
    [9090, false],
  ] as const) {
    assert.equal(isAllowedAddress('9.9.9.9', port, livePolicy), isAllowed, String(port));
    assert.equal(isAllowedAddress('::ffff:9.9.9.9', port, livePolicy), isAllowed, String(port));
    assert.equal(isAllowedAddress('8.8.8.8', port, livePolicy), true);
  }
  assert.equal(isAllowedAddress('9.9.9.9', 8080, deskPolicy), true);
});
