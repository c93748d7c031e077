import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ADDRESS } from '../../../test/merchant.ts';
import {
  splitText,
  toCharge,
  toChargeListing,
  toChargeReading,
  toChargeStatus,
  toDate,
  toMedNotice,
  toPayout,
  toPayoutReading as readPayout,
  toPayoutStatus,
} from './translate.ts';

const ID = '019f0000aaaa7bbb8ccc0123456789ab';
const HYPHENATED = '019F0000-AAAA-7BBB-8CCC-0123456789AB';
const toPayoutReading = (body: unknown) => readPayout(body, ['testnet']);
const TXID = 'AB'.repeat(32);

const CHARGE = {
  qrId: HYPHENATED,
  status: 'depix_sent',
  valueInCents: 5_199,
  expiration: '2026-11-21T09:20:00-03:00',
  payerName: 'MARIA',
  payerTaxNumber: '12345678909',
  bankTxId: 'fitbank_E1',
  blockchainTxID: TXID,
  rejectionReasons: ['PAYER_MISMATCH'],
};

const PAYOUT = {
  id: HYPHENATED,
  status: 'sent',
  expiration: '2026-12-21T12:00:00Z',
  depositAddress: ADDRESS.test,
  depositAmountInCents: 5_100,
  payoutAmountInCents: 5_000,
  blockchainTxID: TXID,
  centralBankId: 'E123',
};

test('a word of the provider is known in either case, with hyphens or underscores', () => {
  for (const word of ['depix_sent', 'DEPIX-SENT', 'Depix_Sent', ' depix-sent ']) {
    assert.equal(toChargeStatus(word), 'depix_sent');
  }
  assert.equal(toChargeStatus('cancelled'), 'canceled');
  assert.equal(toChargeStatus('pending_pix2fa'), 'under_review');
  assert.equal(toPayoutStatus('CANCELLED'), 'canceled');
  assert.equal(toPayoutStatus('Sent'), 'sent');
});

test('a word that is not known is unknown, and never one of ours', () => {
  for (const word of [
    '',
    'done',
    'approved!',
    'constructor',
    '__proto__',
    'toString',
    'approvedd',
  ]) {
    assert.equal(toChargeStatus(word), 'unknown');
    assert.equal(toPayoutStatus(word), 'unknown');
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (word) => {
      assert.equal(typeof toChargeStatus(word), 'string');
      assert.equal(typeof toPayoutStatus(word), 'string');
    }),
  );
});

test('a charge is read in our words, its id in one form', () => {
  assert.deepEqual(toChargeReading(CHARGE), {
    ref: ID,
    status: 'depix_sent',
    valueCents: 5_199,
    expiresAt: new Date('2026-11-21T12:20:00Z'),
    blockchainTxId: TXID.toLowerCase(),
    bankTxId: 'fitbank_E1',
    payerName: 'MARIA',
    payerTaxId: '12345678909',
    reasons: ['PAYER_MISMATCH'],
    raw: JSON.stringify(CHARGE),
  });
});

test('what is absent, null or empty before a payment is not known', () => {
  const { qrId, status, valueInCents } = CHARGE;
  for (const nothing of [undefined, null, '']) {
    const body = { qrId, status, valueInCents, payerName: nothing, payerTaxNumber: nothing };
    const reading = toChargeReading({ ...body, blockchainTxID: nothing, expiration: nothing });
    assert.deepEqual(
      [reading?.payerName, reading?.payerTaxId, reading?.blockchainTxId, reading?.expiresAt],
      [undefined, undefined, undefined, undefined],
    );
  }
});

test('a transaction id that is none, or a time that is none, is not known', () => {
  const odd = { ...CHARGE, blockchainTxID: 'pending', expiration: 'tomorrow' };
  const reading = toChargeReading(odd);
  assert.deepEqual([reading?.blockchainTxId, reading?.expiresAt], [undefined, undefined]);
});

const NONSENSE: unknown[] = [
  undefined,
  null,
  true,
  0,
  'text',
  [],
  {},
  [{}],
  { qrId: 7 },
  { errorMessage: 'x' },
];

test('nonsense is undefined, never a throw', () => {
  const openPayout = (body: unknown) => toPayout(body, ['testnet']);
  const readers = [toCharge, toChargeReading, toPayoutReading, toMedNotice, openPayout];
  for (const read of readers) {
    for (const body of NONSENSE) assert.equal(read(body), undefined);
    fc.assert(fc.property(fc.anything(), (body) => void read(body)));
  }
});

test('one field of the wrong type spoils the whole answer', () => {
  const spoil = (body: object, name: string, value: unknown) => ({ ...body, [name]: value });
  for (const value of [null, '5199', 51.99, 0, -1, 1e15, Number.NaN, undefined, true]) {
    assert.equal(toChargeReading(spoil(CHARGE, 'valueInCents', value)), undefined);
    assert.equal(toPayoutReading(spoil(PAYOUT, 'payoutAmountInCents', value)), undefined);
    assert.equal(toPayoutReading(spoil(PAYOUT, 'depositAmountInCents', value)), undefined);
  }
  const odd = [null, 7, '', 'short', 's-h-o-r-t', '-'.repeat(32), 'x'.repeat(65), undefined];
  for (const value of odd) {
    assert.equal(toChargeReading(spoil(CHARGE, 'qrId', value)), undefined);
    assert.equal(toPayoutReading(spoil(PAYOUT, 'id', value)), undefined);
    assert.equal(toCharge({ id: value, qrCopyPaste: '000201' }), undefined);
  }
  assert.equal(toCharge({ id: ID, qrCopyPaste: '0'.repeat(513) }), undefined);
  assert.equal(toChargeReading(spoil(CHARGE, 'status', null)), undefined);
  assert.equal(toChargeReading(spoil(CHARGE, 'payerName', 7)), undefined);
  assert.equal(toPayoutReading(spoil(PAYOUT, 'expiration', 'never')), undefined);
});

test('fields that are not known are ignored', () => {
  assert.equal(toChargeReading({ ...CHARGE, pixKey: 'x', news: {} })?.ref, ID);
});

test('a list keeps its sound rows', () => {
  const rows = [{ qrId: HYPHENATED, status: 'EXPIRED', bankTxId: null }, {}, null, { qrId: ID }];
  assert.deepEqual(toChargeListing(rows), {
    rows: [{ ref: ID, status: 'expired' }],
    length: rows.length,
  });
  for (const body of [undefined, null, {}, 'text', 7]) {
    assert.equal(toChargeListing(body), undefined);
  }
});

test('a payout is read in our words', () => {
  assert.deepEqual(toPayoutReading(PAYOUT), {
    ref: ID,
    status: 'sent',
    depositAddress: ADDRESS.test,
    depositAmountCents: 5_100,
    payoutCents: 5_000,
    expiresAt: new Date('2026-12-21T12:00:00Z'),
    blockchainTxId: TXID.toLowerCase(),
    pixEndToEndId: 'E123',
    raw: JSON.stringify(PAYOUT),
  });
});

test('a MED report’s amount may be text or a number, and may be missing', () => {
  const med = { qrId: ID, creationDateReport: '2026-02-24T15:27:23-03:00', name: 'John Doe' };
  const amountOf = (value: unknown) =>
    toMedNotice({ ...med, principalValueInCents: value })?.amountCents;
  assert.deepEqual([amountOf(100), amountOf('100')], [100, 100]);
  for (const odd of [undefined, null, '', 'much', -1, 0, 1.5])
    assert.equal(amountOf(odd), undefined);
  assert.deepEqual(toMedNotice(med)?.createdAt, new Date('2026-02-24T18:27:23Z'));
});

test('a time needs its zone', () => {
  assert.deepEqual(toDate('2025-03-05T14:33:56-03:00'), new Date('2025-03-05T17:33:56Z'));
  assert.deepEqual(toDate('2026-01-01T12:00:00.000Z'), new Date('2026-01-01T12:00:00Z'));
  for (const text of ['2025-03-05T14:33:56', '2025-03-05', '2025-13-05T14:33:56Z', '1', '']) {
    assert.equal(toDate(text), undefined, text);
  }
});

test('a time is read to the millisecond, however fine it is, with or without a colon in its zone', () => {
  const whole = new Date('2026-12-23T02:47:14Z');
  const fine = new Date('2026-12-23T02:47:14.123Z');
  for (const text of ['2026-12-23T02:47:14+0000', '2026-12-22T23:47:14-0300']) {
    assert.deepEqual(toDate(text), whole, text);
  }
  for (const digits of ['123', '1234567', '123999999', `123${'9'.repeat(100)}`]) {
    assert.deepEqual(toDate(`2026-12-23T02:47:14.${digits}Z`), fine, digits);
    assert.deepEqual(toDate(`2026-12-22T23:47:14.${digits}-0300`), fine, digits);
  }
  for (const rest of ['', '.', '.Z', ':Z', '.12:Z', '.1.2Z', '+00', '+00000', '+00::00', 'Z00']) {
    assert.equal(toDate(`2026-12-23T02:47:14${rest}`), undefined, rest);
  }
});

test('a time in a year that nobody means is none', () => {
  for (const text of [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1999-12-31T23:59:59Z',
    '3000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999-12:00',
  ]) {
    assert.equal(toDate(text), undefined, text);
    assert.equal(toPayoutReading({ ...PAYOUT, expiration: text }), undefined, text);
    assert.equal(toChargeReading({ ...CHARGE, expiration: text })?.expiresAt, undefined, text);
  }
});

test('a split is written with two decimals', () => {
  assert.deepEqual([1, 10, 299, 300, 9_999].map(splitText), [
    '0.01%',
    '0.10%',
    '2.99%',
    '3.00%',
    '99.99%',
  ]);
});

test('an id that could not be stored or found again is none, and stops nothing else', () => {
  for (const id of [`${ID.slice(0, 20)}\u0000`, `${ID} x`, '\ud800'.repeat(8), 'é'.repeat(8)]) {
    assert.equal(toChargeReading({ ...CHARGE, qrId: id }), undefined);
    assert.equal(toPayoutReading({ ...PAYOUT, id }), undefined);
    assert.deepEqual(toChargeListing([{ qrId: id, status: 'pending' }])?.rows, []);
  }
  assert.equal(toChargeReading({ ...CHARGE, bankTxId: 'bank\u0000_\nE1' })?.bankTxId, 'bank_E1');
  assert.equal(toChargeReading({ ...CHARGE, bankTxId: '\u0000' })?.bankTxId, undefined);
  assert.equal(toPayoutReading({ ...PAYOUT, centralBankId: 'E\u00001' })?.pixEndToEndId, 'E1');
});
