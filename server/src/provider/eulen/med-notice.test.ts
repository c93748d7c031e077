import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMedNotice } from './translate.ts';

const ID = '019f0000aaaa7bbb8ccc0123456789ab';

test('a MED report’s amount may be text or a number, and may be missing', () => {
  const med = { qrId: ID, creationDateReport: '2026-02-24T15:27:23-03:00', name: 'John Doe' };
  const amountOf = (value: unknown) =>
    toMedNotice({ ...med, principalValueInCents: value })?.amountCents;
  assert.deepEqual([amountOf(100), amountOf('100')], [100, 100]);
  for (const odd of [undefined, null, '', 'much', -1, 0, 1.5])
    assert.equal(amountOf(odd), undefined);
  assert.deepEqual(toMedNotice(med)?.createdAt, new Date('2026-02-24T18:27:23Z'));
});

test('a MED report is accepted with unreadable fields, which are listed', () => {
  const odd = {
    bankTxId: 5,
    creationDateReport: 1_790_000_000,
    taxNumber: 5,
    name: {},
    blockchainTxID: 'x',
  };
  const med = toMedNotice({ qrId: ID, ...odd, principalValueInCents: {}, deadline: 'soon' });
  assert.deepEqual(med, {
    ...{ createdAt: undefined, deadline: undefined, amountCents: undefined },
    ...{ payerName: undefined, payerTaxId: undefined, bankTxId: undefined },
    blockchainTxId: undefined,
    unread: [
      'creationDateReport',
      'deadline',
      'principalValueInCents',
      'name',
      'taxNumber',
      'bankTxId',
      'blockchainTxID',
    ],
  });
});
