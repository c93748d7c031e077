import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOutside } from './watch-network.ts';

test('addresses of other machines are distinguished from local ones', () => {
  const ours = [
    ['127.0.0.1', '0100007F:1F90'],
    ['not connected yet', '00000000:0000'],
    ['::1', '00000000000000000000000001000000:1F90'],
    ['::ffff:127.0.0.1', '0000000000000000FFFF00000100007F:1F90'],
    ['not connected yet, IPv6', '00000000000000000000000000000000:0000'],
  ] as const;
  const others = [
    ['93.184.216.34', '22D8B85D:01BB'],
    ['2001:db8::1', 'B80D0120000000000000000001000000:01BB'],
    ['::ffff:93.184.216.34', '0000000000000000FFFF000022D8B85D:01BB'],
    ['::100', '00000000000000000000000000010000:01BB'],
  ] as const;
  for (const [name, address] of ours) assert.equal(isOutside(address), false, name);
  for (const [name, address] of others) assert.equal(isOutside(address), true, name);
});
