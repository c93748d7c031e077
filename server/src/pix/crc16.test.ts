import assert from 'node:assert/strict';
import { test } from 'node:test';
import vectors from '../../test/vectors/br-codes.json' with { type: 'json' };
import { crc16 } from './crc16.ts';

test('published checksums are reproduced', () => {
  for (const { text, crc } of vectors.crc16) assert.equal(crc16(text), crc);
});

test('a small checksum keeps its leading zeros', () => {
  const texts = Array.from({ length: 5_000 }, (_, n) => String(n));
  assert.ok(texts.every((text) => /^[0-9A-F]{4}$/.test(crc16(text))));
  assert.ok(texts.some((text) => crc16(text).startsWith('00')));
});

test('the checksum of text outside ASCII covers its UTF-8 bytes', () => {
  // Computed with crc_hqx of Python's binascii.
  assert.equal(crc16('São João'), '490B');
});
