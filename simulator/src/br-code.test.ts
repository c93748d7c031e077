import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brCode, crc16, reais } from './br-code.ts';
import { crcByTable, fieldsOf } from '../test/br-code.ts';

test('the checksum is CRC-16/CCITT-FALSE', () => {
  assert.equal(crc16('123456789'), '29B1');
  assert.equal(crc16(''), 'FFFF');
  const published =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
    '5913Fulano de Tal6008BRASILIA62070503***6304';
  assert.equal(crc16(published), '1D3D');
});

test('a generated code parses into its fields, with a correct checksum', () => {
  for (const amount of [1, 99, 100, 5000, 12_345, 10_000_000]) {
    const code = brCode('pix.example.com/qr/abc', amount);
    const fields = fieldsOf(code);
    assert.deepEqual([...fields.keys()], '00 01 26 52 53 54 58 59 60 62 63'.split(' '));
    assert.equal(fields.get('01'), '12');
    assert.equal(fields.get('53'), '986');
    assert.equal(fields.get('54'), reais(amount));
    assert.match(fields.get('59') ?? '', /^[ -~]{1,25}$/);
    assert.equal(fields.get('62'), '0503***');
    const account = fieldsOf(fields.get('26') ?? '');
    assert.equal(account.get('00'), 'br.gov.bcb.pix');
    assert.equal(account.get('25'), 'pix.example.com/qr/abc');
    assert.equal(fields.get('63'), crcByTable(code.slice(0, -4)));
  }
});

test('amounts in reais have two decimals', () => {
  assert.equal(reais(5), '0.05');
  assert.equal(reais(99), '0.99');
  assert.equal(reais(123_456), '1234.56');
});
