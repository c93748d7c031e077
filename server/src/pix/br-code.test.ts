import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generatePixPayload, getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import vectors from '../../test/vectors/br-codes.json' with { type: 'json' };
import { BrCodeError, type BrCodeFault, parseBrCode } from './br-code.ts';
import { crc16 } from './crc16.ts';

type Part = [id: string, value: string];

const field = ([id, value]: Part) => id + String(value.length).padStart(2, '0') + value;
const chain = (...parts: Part[]) => parts.map(field).join('');
const seal = (body: string) => `${body}6304${crc16(`${body}6304`)}`;

const ACCOUNT = chain(['00', 'br.gov.bcb.pix'], ['01', 'pix@example.com']);
const CHARGE = chain(['00', 'br.gov.bcb.pix'], ['25', 'pix.example.com/qr/1']);
const PLAIN: Part[] = [
  ['00', '01'],
  ['26', ACCOUNT],
  ['52', '0000'],
  ['53', '986'],
  ['58', 'BR'],
  ['59', 'Fulano de Tal'],
  ['60', 'BRASILIA'],
];

/** A valid code with fields replaced, added in the order of their ids, or (undefined) left out. */
function codeWith(changes: Record<string, string | undefined>): string {
  const fields = new Map<string, string | undefined>(PLAIN);
  for (const [id, value] of Object.entries(changes)) fields.set(id, value);
  const parts = [...fields].filter((part): part is Part => part[1] !== undefined);
  return seal(chain(...parts.toSorted(([a], [b]) => Number(a) - Number(b))));
}

function faultOf(code: string): BrCodeFault | undefined {
  try {
    parseBrCode(code);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof BrCodeError);
    return error.fault;
  }
}

for (const { name, code, says } of vectors.sound)
  test(`a valid code is parsed: ${name}`, () => {
    assert.partialDeepStrictEqual(parseBrCode(code), says);
  });

for (const { name, code, fault } of vectors.unsound)
  test(`an invalid code is refused: ${name}`, () => {
    assert.equal(faultOf(code), fault);
  });

for (const { name, code, fault, because } of vectors.debatable)
  test(`a debatable code is ${fault ? 'refused' : 'accepted'}, ${name}: ${because}`, () => {
    assert.equal(faultOf(code) ?? null, fault);
  });

test('a change of any single character of a valid code is detected', () => {
  const printable = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n));
  for (const { code } of vectors.sound.slice(1, 3))
    for (let at = 0; at < code.length; at += 1)
      for (const char of printable)
        if (char !== code[at])
          assert.ok(faultOf(code.slice(0, at) + char + code.slice(at + 1)), `${char} at ${at}`);
});

test('a truncated code, or one with anything before or after it, is refused', () => {
  for (const { code } of vectors.sound) {
    for (let end = 0; end < code.length; end += 1) assert.ok(faultOf(code.slice(0, end)));
    for (const tail of [' ', '\n', '0', '6304', '5802BR', code]) assert.ok(faultOf(code + tail));
    assert.ok(faultOf(` ${code}`));
  }
});

test('an amount is read in whole cents', () => {
  const amounts = {
    '0.01': 1,
    '1': 100,
    '1.5': 150,
    '10.01': 1_001,
    '0.29': 29,
    '6000.00': 600_000,
  };
  for (const [text, amountCents] of Object.entries(amounts))
    assert.equal(parseBrCode(codeWith({ 54: text })).amountCents, amountCents, text);
  assert.equal(parseBrCode(codeWith({ 54: '9999999999.99' })).amountCents, 999_999_999_999);
});

test('every amount in cents is parsed back unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (amount) => {
      const text = String(amount).padStart(3, '0');
      const decimal = `${text.slice(0, -2)}.${text.slice(-2)}`;
      assert.equal(parseBrCode(codeWith({ 54: decimal })).amountCents, amount);
    }),
  );
});

test('an amount in any other notation is refused', () => {
  for (const text of [
    '10,01',
    '1.234',
    '.50',
    '10.',
    '1e3',
    '-1',
    '+1',
    ' 1',
    '0x10',
    '1.2.3',
    'NaN',
  ])
    assert.equal(faultOf(codeWith({ 54: text })), 'amount', text);
  assert.equal(faultOf(codeWith({ 54: '10000000000.00' })), 'amount');
});

test('the Pix account is found in any field of its range, beside those of other schemes', () => {
  const other = chain(['00', 'com.example.pay'], ['01', 'x']);
  assert.equal(parseBrCode(codeWith({ 26: undefined, 51: ACCOUNT })).key, 'pix@example.com');
  assert.equal(parseBrCode(codeWith({ 26: other, 27: ACCOUNT })).key, 'pix@example.com');
  assert.equal(parseBrCode(codeWith({ 30: 'not a chain of fields' })).key, 'pix@example.com');
});

test('a code without exactly one Pix destination is refused', () => {
  const gui = field(['00', 'br.gov.bcb.pix']);
  for (const changes of [
    { 26: undefined },
    { 26: undefined, 52: ACCOUNT },
    { 26: chain(['00', 'com.example.pay'], ['01', 'x']) },
    { 26: gui },
    { 26: `${gui}0136tooshort` },
    { 26: ACCOUNT, 27: CHARGE },
    { 26: ACCOUNT + field(['25', 'pix.example.com/qr/1']) },
  ])
    assert.equal(faultOf(codeWith(changes)), 'pix', JSON.stringify(changes));
});

test('the format field comes first and the checksum last', () => {
  const [format, ...rest] = PLAIN;
  assert.ok(format);
  assert.equal(faultOf(seal(chain(...rest, format))), 'fields');
  assert.equal(faultOf(codeWith({ '00': '02' })), 'fields');
  assert.equal(faultOf(codeWith({ '00': undefined })), 'fields');
  assert.equal(faultOf(chain(...PLAIN)), 'fields');
  assert.equal(faultOf(chain(...PLAIN, ['63', '12345'])), 'fields');
});

test('a code without currency, name or city is refused', () => {
  assert.equal(faultOf(codeWith({ 53: undefined })), 'currency');
  assert.equal(faultOf(codeWith({ 59: undefined })), 'fields');
  assert.equal(faultOf(codeWith({ 60: undefined })), 'fields');
});

test('the txid is read if there is one', () => {
  assert.equal(parseBrCode(codeWith({ 62: field(['05', 'ORDER42']) })).txid, 'ORDER42');
  assert.equal(parseBrCode(codeWith({ 62: field(['05', '***']) })).txid, null);
  assert.equal(parseBrCode(codeWith({ 62: field(['07', 'TERMINAL']) })).txid, null);
  assert.equal(parseBrCode(codeWith({})).txid, null);
  assert.equal(faultOf(codeWith({ 62: '0599short' })), 'fields');
});

test('an accented name is read whether its length counts characters or bytes', () => {
  const name = 'Padaria São João';
  const code = codeWith({ 59: name });
  const body = code.slice(0, -8).replace(`5916${name}`, `5918${name}`);
  for (const variant of [code, seal(body)]) assert.equal(parseBrCode(variant).name, name);
});

test('a code of 512 characters is read and a longer one is refused', () => {
  const filler = (length: number) => ({
    80: 'x'.repeat(99),
    81: 'y'.repeat(99),
    82: 'z'.repeat(length),
  });
  const room = 512 - codeWith({}).length - 103 - 103 - 4;
  const padding = { 83: 'w'.repeat(room - 99 - 4) };
  const code = codeWith({ ...filler(99), ...padding });
  assert.equal(code.length, 512);
  assert.equal(faultOf(code), undefined);
  assert.equal(faultOf(codeWith({ ...filler(99), 83: `${padding[83]}w` })), 'length');
  assert.equal(faultOf('0'.repeat(65_536)), 'length');
});

test('the error message does not contain the code', () => {
  const code = codeWith({ 53: '840' });
  assert.throws(
    () => parseBrCode(code),
    (error: Error) => !error.message.includes('Fulano'),
  );
});

test('parsing throws nothing but a BrCodeError', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => void faultOf(text)),
  );
  fc.assert(fc.property(fc.string(), (body) => void faultOf(seal(`000201${body}`))));
});

test('codes generated by another implementation are parsed correctly', () => {
  const amounts = fc.option(fc.integer({ min: 1, max: 600_000 }), { nil: undefined });
  const txids = fc.stringMatching(/^[A-Za-z0-9]{1,25}$/);
  fc.assert(
    fc.property(amounts, txids, fc.uuid(), (amountCents, txid, key) => {
      const amount = amountCents === undefined ? {} : { amount: amountCents / 100 };
      const merchant = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' };
      const code = generatePixPayload({ key, txid, ...merchant, ...amount });
      assert.ok(code);
      assert.ok(getPixPayloadInfo(code));
      assert.partialDeepStrictEqual(parseBrCode(code), {
        kind: 'static',
        key,
        txid,
        name: 'Fulano de Tal',
        city: 'BRASILIA',
        amountCents: amountCents ?? null,
      });
    }),
  );
});
