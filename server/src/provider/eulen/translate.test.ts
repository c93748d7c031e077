import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ADDRESS } from '../../../test/merchant.ts';
import {
  splitText,
  toCharge,
  toChargeListing,
  toChargeReading as readCharge,
  toChargeStatus,
  toMedNotice,
  toPayout,
  toPayoutAnswer,
  toPayoutStatus,
} from './translate.ts';

const ID = '019f0000aaaa7bbb8ccc0123456789ab';
const HYPHENATED = '019F0000-AAAA-7BBB-8CCC-0123456789AB';
const toChargeReading = (body: unknown, unread: string[] = []) => readCharge(body, unread);
const toPayoutReading = (body: unknown, unread: string[] = []) =>
  toPayoutAnswer(body, ['testnet'], unread);
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
  pixKey: 'maria@example.com',
  blockchainTxID: TXID,
  centralBankId: 'E123',
  receiptUrl: 'https://bank.example/receipts/1',
};

test('a status is recognized in either case, with hyphens or underscores', () => {
  for (const word of ['depix_sent', 'DEPIX-SENT', 'Depix_Sent', ' depix-sent ']) {
    assert.equal(toChargeStatus(word), 'depix_sent');
  }
  assert.equal(toChargeStatus('cancelled'), 'canceled');
  assert.equal(toChargeStatus('pending_pix2fa'), 'under_review');
  assert.equal(toPayoutStatus('CANCELLED'), 'canceled');
  assert.equal(toPayoutStatus('Sent'), 'sent');
});

test('an unrecognized status is mapped to unknown', () => {
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

test('a charge is translated to our fields, with a normalized ID', () => {
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

test('fields that are absent, null or empty before a payment are undefined', () => {
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

test('an invalid transaction ID or time is undefined', () => {
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

test('a nonsensical response gives undefined instead of throwing', () => {
  const openPayout = (body: unknown) => toPayout(body, ['testnet']);
  const readers = [toCharge, toChargeReading, toPayoutReading, toMedNotice, openPayout];
  for (const read of readers) {
    for (const body of NONSENSE) assert.equal(read(body), undefined);
    fc.assert(fc.property(fc.anything(), (body) => void read(body)));
  }
});

test('an amount, ID or status of the wrong type invalidates the whole response', () => {
  const spoil = (body: object, name: string, value: unknown) => ({ ...body, [name]: value });
  for (const value of [
    null,
    '51.99',
    '0',
    '+5199',
    '',
    {},
    51.99,
    0,
    -1,
    1e15,
    NaN,
    undefined,
    true,
  ]) {
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
});

test('an amount may be a string of digits', () => {
  const payout = { ...PAYOUT, depositAmountInCents: '5100', payoutAmountInCents: '5000' };
  assert.equal(toChargeReading({ ...CHARGE, valueInCents: '5199' })?.valueCents, 5_199);
  const { depositAmountCents, payoutCents } = toPayoutReading(payout) ?? {};
  assert.deepEqual([depositAmountCents, payoutCents], [5_100, 5_000]);
});

test('any other field of the wrong type is left out and listed, and the rest is accepted', () => {
  const odd = { rejectionReasons: [{ code: 'HIGH_VELOCITY' }], payerName: {}, bankTxId: 12 };
  const more = { payerTaxNumber: 12_345, expiration: 1_790_000_000, blockchainTxID: 'pending' };
  for (const [name, value] of Object.entries({ ...odd, ...more })) {
    const unread: string[] = [];
    const reading = toChargeReading({ ...CHARGE, [name]: value }, unread);
    assert.deepEqual([reading?.status, reading?.valueCents], ['depix_sent', 5_199], name);
    assert.deepEqual(unread, [name]);
  }
  const odds = { expiration: 'never', depositAddress: 'tlq1nope', centralBankId: 7 };
  const payout = { ...odds, receiptUrl: 'javascript:alert(1)' };
  const unread: string[] = [];
  const reading = toPayoutReading({ ...PAYOUT, ...payout, blockchainTxID: [] }, unread);
  assert.deepEqual([reading?.status, reading?.payoutCents], ['sent', 5_000]);
  assert.deepEqual([reading?.expiresAt, reading?.depositAddress], [undefined, undefined]);
  assert.deepEqual(unread.sort(), [...Object.keys(payout), 'blockchainTxID'].sort());
});

test('a payout’s address and expiration may be missing, and a foreign address is ignored', () => {
  for (const nothing of [undefined, null, '']) {
    const unread: string[] = [];
    const body = { ...PAYOUT, expiration: nothing, depositAddress: nothing };
    const { status, expiresAt, depositAddress } = toPayoutReading(body, unread) ?? {};
    assert.deepEqual([status, expiresAt, depositAddress], ['sent', undefined, undefined]);
    assert.deepEqual(unread, []);
  }
  const elsewhere = toPayoutReading({ ...PAYOUT, depositAddress: ADDRESS.live });
  assert.equal(elsewhere?.depositAddress, undefined);
});

test('a single reason may come without a list', () => {
  const reading = toChargeReading({ ...CHARGE, rejectionReasons: 'HIGH_VELOCITY' });
  assert.deepEqual(reading?.reasons, ['HIGH_VELOCITY']);
});

test('unknown fields are ignored', () => {
  assert.equal(toChargeReading({ ...CHARGE, pixKey: 'x', news: {} })?.ref, ID);
});

test('a list keeps its valid rows', () => {
  const rows = [{ qrId: HYPHENATED, status: 'EXPIRED', bankTxId: null }, {}, null, { qrId: ID }];
  assert.deepEqual(toChargeListing(rows), {
    rows: [{ ref: ID, status: 'expired' }],
    length: rows.length,
  });
  for (const body of [undefined, null, {}, 'text', 7]) {
    assert.equal(toChargeListing(body), undefined);
  }
});

test('a payout is translated to our fields', () => {
  assert.deepEqual(toPayoutReading(PAYOUT), {
    ref: ID,
    status: 'sent',
    depositAddress: ADDRESS.test,
    depositAmountCents: 5_100,
    payoutCents: 5_000,
    pixKey: 'maria@example.com',
    expiresAt: new Date('2026-12-21T12:00:00Z'),
    blockchainTxId: TXID.toLowerCase(),
    pixEndToEndId: 'E123',
    receiptUrl: 'https://bank.example/receipts/1',
    raw: JSON.stringify(PAYOUT),
  });
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

test('an ID with unusable characters is refused, and other fields lose theirs', () => {
  for (const id of [`${ID.slice(0, 20)}\u0000`, `${ID} x`, '\ud800'.repeat(8), 'é'.repeat(8)]) {
    assert.equal(toChargeReading({ ...CHARGE, qrId: id }), undefined);
    assert.equal(toPayoutReading({ ...PAYOUT, id }), undefined);
    assert.deepEqual(toChargeListing([{ qrId: id, status: 'pending' }])?.rows, []);
  }
  assert.equal(toChargeReading({ ...CHARGE, bankTxId: 'bank\u0000_\nE1' })?.bankTxId, 'bank_E1');
  assert.equal(toChargeReading({ ...CHARGE, bankTxId: '\u0000' })?.bankTxId, undefined);
  assert.equal(toPayoutReading({ ...PAYOUT, centralBankId: 'E\u00001' })?.pixEndToEndId, 'E1');
});
