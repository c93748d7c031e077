import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readFields } from './tlv.ts';

const sizeOf = (text: string) => String(text.length).padStart(2, '0');
const bytesOf = (text: string) => String(Buffer.byteLength(text)).padStart(2, '0');

test('every sequence of fields is read back as it was written', () => {
  const id = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
  const value = fc.string({ minLength: 1, maxLength: 99 });
  const pairs = fc.uniqueArray(fc.tuple(id, value), { selector: ([key]) => key });
  fc.assert(
    fc.property(pairs, (fields) => {
      const text = fields.map(([key, body]) => key + sizeOf(body) + body).join('');
      assert.deepEqual([...(readFields(text) ?? [])], fields);
    }),
  );
});

test('a truncated or overlong sequence, a repeated ID or an empty value is refused', () => {
  for (const text of [
    '0',
    '00',
    '000',
    '0001',
    '0002A',
    '00 1A',
    '0x01A',
    '+101A',
    '0001A0',
    '0000',
  ])
    assert.equal(readFields(text), undefined, text);
  assert.equal(readFields('0101A0101B'), undefined);
});

test('the length of an accented value is accepted in characters or in bytes', () => {
  const name = 'Padaria São João';
  for (const size of [sizeOf(name), bytesOf(name)])
    assert.deepEqual(
      [...(readFields(`59${size}${name}6003BSB`) ?? [])],
      [
        ['59', name],
        ['60', 'BSB'],
      ],
    );
});
