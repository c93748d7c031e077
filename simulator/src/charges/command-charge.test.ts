import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNotified } from '../../test/sandbox.ts';

const { receiver, newPartner, reported } = await openNotified();

test('a paid charge reaches its final status within two seconds, with a notice for each', async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  const start = Date.now();
  const answer = await partner.control('POST', `charges/${id}/pay`, { payerName: 'ANA' });
  assert.deepEqual([answer.status, answer.body], [202, { accepted: true }]);
  assert.deepEqual(await reported(id, 3), ['under_review', 'approved', 'depix_sent']);
  assert.ok(Date.now() - start < 2_000);

  const seen = await partner.charge(id, 'depix_sent');
  assert.match(String(seen['blockchainTxID']), /^[0-9a-f]{64}$/);
  assert.match(String(seen['bankTxId']), /^fitbank_E.{31}$/);
  assert.deepEqual([seen['payerName'], seen['payerTaxNumber']], ['ANA', '01234567890']);
  const [first] = receiver.of(id);
  assert.equal(first?.path, '/provider/webhooks/deposit');
  assert.equal(first?.authorization, `Basic ${receiver.webhooks.secret}`);
  assert.deepEqual(receiver.of(id)[2]?.body, { webhookType: 'deposit', ...seen });
});

test('no data of the payer is shown before the payment', async () => {
  const partner = await newPartner();
  const seen = await partner.depositStatus(await partner.newCharge());
  assert.deepEqual(
    Object.keys(seen).sort(),
    ['expiration', 'pixKey', 'qrId', 'status', 'valueInCents'].sort(),
  );
});

test('a payment of another amount shows the amount actually paid', async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  await partner.control('POST', `charges/${id}/pay`, { amountInCents: 4_900 });
  assert.equal((await partner.charge(id, 'depix_sent'))['valueInCents'], 4_900);
});

test('a payer other than the informed one is refunded', async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  await partner.control('POST', `charges/${id}/pay`, { payerTaxNumber: '98765432100' });
  assert.deepEqual(await reported(id, 3), ['under_review', 'will_refund', 'refunded']);
  for (const { body } of receiver.of(id)) {
    assert.deepEqual(body['rejectionReasons'], ['PAYER_MISMATCH']);
    assert.equal(body['payerTaxNumber'], '98765432100');
  }
});

test('a held payment stays under review until it is released', async () => {
  const partner = await newPartner();
  for (const hold of ['PAST_DAILY_LIMIT', 'HIGH_VELOCITY']) {
    const id = await partner.newCharge();
    await partner.control('POST', `charges/${id}/pay`, { hold });
    assert.deepEqual(await reported(id, 1), ['under_review']);
    assert.deepEqual((await partner.depositStatus(id))['rejectionReasons'], [hold]);
    assert.equal((await partner.control('POST', `charges/${id}/release`)).status, 202);
    assert.deepEqual(await reported(id, 3), ['under_review', 'approved', 'depix_sent']);
    assert.equal((await partner.depositStatus(id))['rejectionReasons'], undefined);
  }
});

test("a delayed charge is released when the partner's clock reaches its time, or by command", async () => {
  const partner = await newPartner();
  const [byClock, byCommand] = [
    await partner.newCharge({ delayDepixInHours: 24 }),
    await partner.newCharge({ delayDepixInHours: 24 }),
  ];
  for (const id of [byClock, byCommand]) await partner.control('POST', `charges/${id}/pay`);
  const seen = await partner.charge(byClock, 'delayed');
  assert.match(String(seen['delayUntil']), /-03:00$/);
  await partner.charge(byCommand, 'delayed');
  await partner.control('POST', `charges/${byCommand}/release`);
  await partner.charge(byCommand, 'depix_sent');
  assert.equal((await partner.depositStatus(byClock))['status'], 'delayed');
  await partner.control('PUT', 'clock', { offsetMs: 24 * 3_600_000 });
  await partner.charge(byClock, 'depix_sent');
  assert.deepEqual(await reported(byClock, 3), ['under_review', 'delayed', 'depix_sent']);
});

test('an expired charge is shown as expired, sends no notice, and accepts only a late payment', async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  assert.equal((await partner.control('POST', `charges/${id}/expire`)).status, 202);
  assert.equal((await partner.depositStatus(id))['status'], 'expired');
  assert.equal((await partner.books()).charges[0]?.['status'], 'expired');
  assert.equal((await partner.control('POST', `charges/${id}/expire`)).status, 409);
  const refused = await partner.control('POST', `charges/${id}/pay`);
  assert.deepEqual([refused.status, refused.body['error']], [409, 'invalid_state']);

  assert.equal((await partner.control('POST', `charges/${id}/pay`, { late: true })).status, 202);
  assert.deepEqual(await reported(id, 3), ['under_review', 'approved', 'depix_sent']);
});

test("a charge expires when the partner's clock passes its expiration", async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  await partner.control('PUT', 'clock', { offsetMs: 1_200_000 });
  assert.equal((await partner.depositStatus(id))['status'], 'expired');
});

test('a canceled or failed charge sends a notice and is no longer payable', async () => {
  const partner = await newPartner();
  for (const [command, status] of [
    ['cancel', 'canceled'],
    ['error', 'error'],
  ] as const) {
    const id = await partner.newCharge();
    assert.equal((await partner.control('POST', `charges/${id}/${command}`)).status, 202);
    assert.deepEqual(await reported(id, 1), [status]);
    assert.equal((await partner.control('POST', `charges/${id}/pay`, { late: true })).status, 409);
  }
});

test('canceling a charge stops its further statuses', async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  await partner.control('POST', `charges/${id}/pay`, { hold: 'HIGH_VELOCITY' });
  await partner.charge(id, 'under_review');
  assert.equal((await partner.control('POST', `charges/${id}/cancel`)).status, 202);
  assert.equal((await partner.depositStatus(id))['status'], 'canceled');
  const released = await partner.control('POST', `charges/${id}/release`);
  assert.deepEqual([released.status, released.body['error']], [409, 'invalid_state']);
  assert.equal((await partner.depositStatus(id))['status'], 'canceled');
});

test("a MED reverses a paid charge, and its notice precedes the refund's", async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  assert.equal((await partner.control('POST', `charges/${id}/med`)).status, 409);
  await partner.control('POST', `charges/${id}/pay`, { payerName: 'ANA' });
  const paid = await partner.charge(id, 'depix_sent');
  assert.equal((await partner.control('POST', `charges/${id}/med`)).status, 202);
  assert.deepEqual((await reported(id, 5)).slice(3), ['med', 'refunded']);

  const med = receiver.of(id)[3];
  assert.equal(med?.path, '/provider/webhooks/med');
  const { creationDateReport, ...rest } = med.body;
  assert.match(String(creationDateReport), /-03:00$/);
  assert.deepEqual(rest, {
    webhookType: 'med',
    qrId: id,
    bankTxId: paid['bankTxId'],
    euid: paid['payerEUID'],
    name: 'ANA',
    partnerId: partner.name,
    principalValueInCents: 5000,
    taxNumber: '01234567890',
    blockchainTxID: paid['blockchainTxID'],
  });
  assert.equal((await partner.control('POST', `charges/${id}/med`)).status, 409);
});

test('a paid charge can be refunded by the provider', async () => {
  const partner = await newPartner();
  const held = await partner.newCharge();
  assert.equal((await partner.control('POST', `charges/${held}/refund`)).status, 409);
  await partner.control('POST', `charges/${held}/pay`, { hold: 'HIGH_VELOCITY' });
  await partner.charge(held, 'under_review');
  assert.equal((await partner.control('POST', `charges/${held}/refund`)).status, 202);
  assert.deepEqual(await reported(held, 3), ['under_review', 'will_refund', 'refunded']);
});

test('paying again repeats the notices with the current state, and never lowers the status', async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  await partner.control('POST', `charges/${id}/pay`);
  const seen = await partner.charge(id, 'depix_sent');
  assert.equal((await partner.control('POST', `charges/${id}/pay`)).status, 202);
  assert.deepEqual((await reported(id, 6)).slice(3), ['depix_sent', 'depix_sent', 'depix_sent']);
  assert.deepEqual(receiver.of(id)[5]?.body, { webhookType: 'deposit', ...seen });

  await partner.control('POST', `charges/${id}/med`);
  await partner.control('POST', `charges/${id}/pay`);
  assert.deepEqual((await reported(id, 11)).slice(8), ['refunded', 'refunded', 'refunded']);
});

test('a payment whose processing failed can be retried, and is then sent', async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  await partner.control('POST', `charges/${id}/pay`, { hold: 'HIGH_VELOCITY' });
  await partner.charge(id, 'under_review');
  assert.equal((await partner.control('POST', `charges/${id}/retry`)).status, 409);
  await partner.control('POST', `charges/${id}/error`);
  assert.equal((await partner.control('POST', `charges/${id}/retry`)).status, 202);
  const seen = await partner.charge(id, 'depix_sent');
  assert.match(String(seen['blockchainTxID']), /^[0-9a-f]{64}$/);
  assert.equal(seen['rejectionReasons'], undefined);
  assert.deepEqual(await reported(id, 3), ['under_review', 'error', 'depix_sent']);
  assert.equal((await partner.control('POST', `charges/${id}/retry`)).status, 409);
});

test('a retry is refused for an unpaid charge and for one paid by another payer', async () => {
  const partner = await newPartner();
  const [unpaid, mismatched] = [await partner.newCharge(), await partner.newCharge()];
  await partner.control('POST', `charges/${mismatched}/pay`, { payerTaxNumber: '98765432100' });
  for (const id of [unpaid, mismatched]) {
    await partner.control('POST', `charges/${id}/error`);
    const { status, body } = await partner.control('POST', `charges/${id}/retry`);
    assert.deepEqual([status, body['error']], [409, 'invalid_state']);
  }
});

test('two concurrent payments are applied as one', async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  const payments = [4_900, 5_100].map((amountInCents) =>
    partner.control('POST', `charges/${id}/pay`, { amountInCents }),
  );
  for (const { status } of await Promise.all(payments)) assert.equal(status, 202);
  await reported(id, 6);
  const values = new Set(receiver.of(id).map(({ body }) => body['valueInCents']));
  assert.equal(values.size, 1);
});

test('an unknown charge, or one of another partner, is not found', async () => {
  const partner = await newPartner();
  const other = await newPartner();
  const id = await partner.newCharge();
  for (const path of [`charges/${id}/pay`, 'charges/0123/cancel', `charges/${id}/med`]) {
    const answer = await other.control('POST', path);
    assert.deepEqual([answer.status, answer.body['error']], [404, 'not_found']);
  }
});

test('commands accept ids with hyphens', async () => {
  const partner = await newPartner();
  const id = await partner.newCharge();
  const withHyphens = id.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  assert.equal((await partner.control('POST', `charges/${withHyphens}/pay`)).status, 202);
});
