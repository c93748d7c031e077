import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PEOPLE } from '../../test/people.ts';
import { maskBody, maskQuery } from './mask-people.ts';

test('amounts, IDs, known values and order data are not masked', () => {
  const body = {
    amountCents: 5_000,
    externalId: 'order-4711',
    walletId: 'wal_01kah3v5wze8br4hmsf2e8r0tv',
    passFeesToPayer: false,
    pixKeyType: 'EMAIL',
    events: ['deposit.confirmed'],
    title: 'Curso de violão',
  };
  assert.equal(maskBody(body), JSON.stringify(body));
  assert.equal(
    maskQuery('/v1/api/transactions?limit=20&status=CONFIRMED'),
    'limit=20&status=CONFIRMED',
  );
  assert.deepEqual([maskQuery('/x'), maskQuery('/x?'), maskBody(undefined)], [null, null, null]);
});

test('personal data is masked wherever it appears, and documents keep their format', () => {
  const body = {
    taxId: PEOPLE.payer,
    pixKey: PEOPLE.email,
    payerName: PEOPLE.payerName,
    walletId: PEOPLE.email,
    externalId: `pedido de ${PEOPLE.email} (${PEOPLE.payer}), ${PEOPLE.phone}`,
    pixKeyType: PEOPLE.payerName,
    amountCents: Number(PEOPLE.payer),
    [PEOPLE.payer]: { deep: [PEOPLE.payerName] },
    url: `https://${PEOPLE.payer}:secret@example.com/${PEOPLE.evp}`,
  };
  assert.equal(
    maskBody(body),
    JSON.stringify({
      taxId: '***.982.247-**',
      pixKey: '***',
      payerName: '***',
      walletId: '***',
      externalId: 'pedido de *** (***.982.247-**), ***',
      pixKeyType: '***',
      amountCents: '***',
      '***': { deep: ['***'] },
      url: 'https://***',
    }),
  );
  assert.equal(maskQuery(`/x?cursor=${PEOPLE.payer}&q=Maria`), 'cursor=***&q=***');
});

test('only the scheme of a URL is kept, and other text before :// is masked', () => {
  const [url, other] = [`HTTP://${'例'.repeat(20_000)}`, 'ana://maria'];
  assert.equal(maskBody({ url }), '{"url":"HTTP://***"}');
  assert.equal(maskBody({ url: other }), '{"url":"***"}');
});

test('a document is masked whatever letters are next to it', () => {
  const { payer, company } = PEOPLE;
  assert.equal(
    maskBody({
      externalId: `cpf${payer}`,
      description: `ANA${payer}b, cnpj${company}`,
      label: `_${payer}_`,
      walletId: `cpf${payer}`,
    }),
    JSON.stringify({
      externalId: 'cpf***.982.247-**',
      description: 'ANA***.982.247-**b, cnpj**.222.333/****-**',
      label: '_***.982.247-**_',
      walletId: '***',
    }),
  );
});

test('a document is masked with spaces in the place of its punctuation', () => {
  const title = 'Ana 529 982 247 25 / 529.982.247 25, Padaria 11 222 333 0001 81';
  const masked = 'Ana ***.982.247-** / ***.982.247-**, Padaria **.222.333/****-**';
  assert.equal(maskBody({ title }), JSON.stringify({ title: masked }));
  assert.equal(maskBody({ taxId: '529 982 247 25' }), '{"taxId":"***.982.247-**"}');
});

test('a telephone number is masked with or without the country', () => {
  const numbers = ['+55 11 98765-0321', '(11) 98765-0321', '(11)987650321', '11 98765-0321'];
  for (const number of [...numbers, '(11) 3765-0321', '11 3765-0321']) {
    assert.equal(maskBody({ title: `zap ${number}!` }), '{"title":"zap ***!"}', number);
  }
  const orders = { title: '202611-0001, 10 20261129, 11 98765-03219' };
  assert.equal(maskBody(orders), JSON.stringify(orders));
});

test('digits within longer numbers, IDs or addresses are not masked as documents', () => {
  const body = {
    externalId: 'f47ac10b-58cc-4372-a567-a52998224725',
    title: 'a52998224725b0f1a2b3c4d5',
    description: 'n1234567890123, pago por wal_01k52998224725e8r4hmsf2e8r',
    walletId: 'wal_01k52998224725e8r4hmsf2e8r',
    liquidAddress: `tlq1qq${'qv'.repeat(20)}52998224725${'qv'.repeat(20)}`,
  };
  assert.equal(maskBody(body), JSON.stringify(body));
});

test('wallet secrets are masked', () => {
  const body = {
    liquidAddress: 'tlq1qq',
    blindingKey: '5b'.repeat(32),
    descriptor: 'ct(slip77(5b))',
  };
  const masked = { liquidAddress: 'tlq1qq', blindingKey: '***', descriptor: '***' };
  assert.equal(maskBody(body), JSON.stringify(masked));
  assert.equal(maskQuery(`/x?blindingKey=${'5b'.repeat(32)}`), 'blindingKey=***');
});

test('a document sent as a number is masked, even if it lost its leading zeros', () => {
  const body = {
    taxId: 1_234_567,
    payerTaxId: 12_345_678_909,
    pixKey: 1_144_455_566,
    other: 404_796_016,
  };
  const hidden = { taxId: '***', payerTaxId: '***', pixKey: '***', other: '***' };
  assert.equal(maskBody(body), JSON.stringify(hidden));
  assert.equal(maskBody({ amountCents: 600_001 }), '{"amountCents":600001}');
});

test('no document gets through in any field', () => {
  const names = fc.constantFrom('taxId', 'externalId', 'limit', 'status', 'x', 'title', 'walletId');
  const value = fc.constantFrom(PEOPLE.payer, PEOPLE.company, PEOPLE.email, PEOPLE.phone);
  fc.assert(
    fc.property(fc.dictionary(names, fc.oneof(value, fc.array(value))), (body) => {
      const text = maskBody(body) ?? '';
      for (const one of Object.values(PEOPLE)) assert.ok(!text.includes(one), text);
    }),
  );
});

test('a long body is truncated to well-formed text', () => {
  const many = Array.from({ length: 100 }, () => ({ title: '🥖'.repeat(600) }));
  const text = maskBody({ many }) ?? '';
  assert.ok(text.length <= 8_193 && text.isWellFormed());
});
