import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depositAddressOf, isLiquidAddress } from './liquid-address.ts';

const VALID = [
  'QFomeb5AxNtNVqJEBV7ZxUgvQPXYRGt8Bd',
  'GtuXN5FnRYWttTaocp1qQoRSELsf2vYdKs',
  'ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6',
  'EX1QEDSLVZN7S4VLU7R4SL2S3N9R4TAXYPZ9TP5NF6',
  'ex1psq6lmftlmdkjn3nypnuwyzxrq6depvxqw5eeyykazy2sg6pflkrqq3rvmd',
  'lq1qqv5kvgzekd4qv4q6ld8jpnnx8zjwkykuj5secarhpjvdg3hpazqfhjmp7c98ap2eleu8tp74prx282h6vgzy2uz7yea6l0fmx',
  'LQ1QQV5KVGZEKD4QV4Q6LD8JPNNX8ZJWKYKUJ5SECARHPJVDG3HPAZQFHJMP7C98AP2ELEU8TP74PRX282H6VGZY2UZ7YEA6L0FMX',
  'VJLDJCJZja8GZNBkLFAHWSNwuxMrzs1BpX1CAUqvfwgtRtDdVtPFWiQwnYMf76rMamsUgFFJVgf36eag',
  'Foi6yJp83b9yKjNQfg7smqyQBo7jTuHNi9',
  '8r9TfuJ2DwFNXno58RMTiHyheFinqKwS7x',
  'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x643',
  '2dsy8uv8TLVNL4z7eYAQJGo8xSBPSz8Xqc1',
  'XP5Eoyz9z3CSL4bvVv1JsKDktW9cYJ8V2Y',
  'ert1qedslvzn7s4vlu7r4sl2s3n9r4taxypz93n7tkq',
];

const INVALID = [
  '',
  'ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nfq',
  'lq1qqv5kvgzekd4qv4q6ld8jpnnx8zqwkykuj5secarhpjvdg3hpazqfhjmp7c98ap2eleu8tp74prx282h6vgzy2uz7yea6l0fmx',
  'lq1qqv5kvgzekd4qv4q6LD8JPNNX8ZJWKYKUJ5SEcarhpjvdg3hpazqfhjmp7c98ap2eleu8tp74prx282h6vgzy2uz7yea6l0fmx',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  'liquidnetwork:ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6',
  'elephant-elephant-elephant',
];

test('addresses of mainnet, testnet and regtest are accepted, confidential or not', () => {
  for (const text of VALID) assert.ok(isLiquidAddress(text), text);
});

test('damaged and foreign addresses are rejected', () => {
  for (const text of INVALID) assert.ok(!isLiquidAddress(text), text);
});

test('deposit addresses are confidential, valid, and derived from seed and id', () => {
  const seed = Buffer.alloc(32, 7);
  const addresses = ['a', 'b', 'c'].map((id) => depositAddressOf(seed, id));
  for (const text of addresses) {
    assert.match(text, /^tlq1qq/);
    assert.ok(isLiquidAddress(text));
  }
  assert.equal(new Set(addresses).size, 3);
  assert.equal(depositAddressOf(seed, 'a'), addresses[0]);
  assert.notEqual(depositAddressOf(Buffer.alloc(32, 8), 'a'), addresses[0]);
});
