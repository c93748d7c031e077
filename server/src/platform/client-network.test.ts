import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './client-network.ts';

test('every spelling of an IPv4 address gives the same address', () => {
  for (const ip of [
    '203.0.113.7',
    ' 203.0.113.7 ',
    '203.0.113.7:41234',
    '::ffff:203.0.113.7',
    '::FFFF:cb00:7107',
    '0:0:0:0:0:ffff:203.0.113.7',
    '[::ffff:203.0.113.7]:41234',
  ]) {
    assert.equal(networkOf(ip), '203.0.113.7', ip);
  }
});

test('every spelling of an IPv6 address gives its /64 network', () => {
  for (const ip of [
    '2001:db8:0:7::1',
    '2001:0db8:0000:0007:ffff:ffff:ffff:ffff',
    '2001:DB8::7:0:0:0:1',
    '[2001:db8:0:7::1]:443',
    '2001:db8:0:7::192.0.2.1',
  ]) {
    assert.equal(networkOf(ip), '2001:db8:0:7::/64', ip);
  }
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.notEqual(networkOf('2001:db8:0:8::1'), networkOf('2001:db8:0:7::1'));
  // Only the complete prefix makes it a mapped IPv4 address.
  assert.equal(networkOf('1::ffff:203.0.113.7'), '1:0:0:0::/64');
});

test('everything that is not an address gives the one value "unknown"', () => {
  for (const ip of [
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.4.5',
    '[',
    'x'.repeat(9_999),
    '::g',
  ]) {
    assert.equal(networkOf(ip), 'unknown', ip);
  }
});
