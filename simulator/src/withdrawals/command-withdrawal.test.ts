import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNotified } from '../../test/sandbox.ts';

const { sandbox, receiver, newPartner, ...notified } = await openNotified();

/** Sorted, since the order of a withdrawal's notices is not guaranteed. */
const reported = async (id: string, count: number) => (await notified.reported(id, count)).sort();

test('a funded withdrawal is sent, with both notices under its hyphenated id', async () => {
  const partner = await newPartner();
  const id = await partner.newWithdrawal();
  assert.equal((await partner.control('POST', `withdrawals/${id}/fund`)).status, 202);
  const sent = await partner.withdrawal(id, 'sent');
  assert.match(String(sent['centralBankId']), /^E.{31}$/);
  const receipt = await (await fetch(String(sent['receiptUrl']))).text();
  assert.ok(receipt.includes(String(sent['centralBankId'])), receipt);
  assert.equal(typeof sent['receiverName'], 'string');
  assert.deepEqual(await reported(id, 2), ['sending', 'sent']);
  for (const { body, path, authorization } of receiver.of(id)) {
    assert.equal(path, '/provider/webhooks/withdraw');
    assert.equal(authorization, `Basic ${receiver.webhooks.secret}`);
    assert.match(String(body['id']), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
  assert.equal((await partner.control('POST', `withdrawals/${id}/fund`)).status, 409);
});

test('a payout that is in flight has its transaction, and no receipt yet', async () => {
  const partner = await newPartner();
  const id = await partner.newWithdrawal();
  await partner.control('POST', `withdrawals/${id}/fund`, { outcome: 'sending' });
  const sending = await partner.withdrawal(id, 'sending');
  assert.match(String(sending['blockchainTxID']), /^[0-9a-f]{64}$/);
  assert.equal(sending['receiptUrl'], undefined);
  assert.equal((await fetch(`${sandbox.url}/receipts/${id}`)).status, 404);
});

test("a receipt's address is the one that the partner gave for receipts", async () => {
  const partner = await newPartner();
  const receiptsUrl = 'https://pay.example/sandbox/receipts';
  await partner.control('PUT', 'webhooks', { ...receiver.webhooks, receiptsUrl });
  const id = await partner.newWithdrawal();
  await partner.control('POST', `withdrawals/${id}/fund`);
  assert.equal((await partner.withdrawal(id, 'sent'))['receiptUrl'], `${receiptsUrl}/${id}`);
});

test('a switch removes the hyphens from ids in notices', async () => {
  const partner = await newPartner();
  await partner.control('PUT', 'switches', { hyphenatedIds: false });
  const id = await partner.newWithdrawal();
  await partner.control('POST', `withdrawals/${id}/fund`);
  await reported(id, 2);
  for (const { body } of receiver.of(id)) assert.equal(body['id'], id);
});

test('a funding up to 5% off pays what arrived; beyond, the withdrawal stays unsent and is flagged', async () => {
  const partner = await newPartner();
  const near = await partner.newWithdrawal({ payoutAmountInCents: 12_345 });
  await partner.control('POST', `withdrawals/${near}/fund`, { amountInCents: 12_000 });
  assert.equal((await partner.withdrawal(near, 'sent'))['payoutAmountInCents'], 11_880);

  const far = await partner.newWithdrawal({ payoutAmountInCents: 12_345 });
  const answer = await partner.control('POST', `withdrawals/${far}/fund`, { amountInCents: 6_000 });
  assert.equal(answer.status, 202);
  const [, flagged] = (await partner.books()).withdrawals;
  assert.deepEqual([flagged?.['status'], flagged?.['mishap']], ['unsent', 'off_amount']);
});

test('funds that arrive after expiration are lost, and the withdrawal stays unsent', async () => {
  const partner = await newPartner();
  const id = await partner.newWithdrawal();
  assert.equal((await partner.control('POST', `withdrawals/${id}/expire`)).status, 202);
  const expired = await partner.withdrawStatus(id);
  assert.ok(new Date(String(expired['expiration'])) <= new Date());
  assert.equal((await partner.control('POST', `withdrawals/${id}/fund`)).status, 202);
  const [lost] = (await partner.books()).withdrawals;
  assert.deepEqual([lost?.['status'], lost?.['mishap']], ['unsent', 'late']);
});

test('funds that arrive after expiration are paid out when the command says late', async () => {
  const partner = await newPartner();
  const id = await partner.newWithdrawal();
  await partner.control('POST', `withdrawals/${id}/expire`);
  for (const command of ['expire', 'cancel', 'error']) {
    assert.equal((await partner.control('POST', `withdrawals/${id}/${command}`)).status, 409);
  }
  const late = { late: true };
  assert.equal((await partner.control('POST', `withdrawals/${id}/fund`, late)).status, 202);
  assert.deepEqual(await reported(id, 2), ['sending', 'sent']);
});

test('a funded withdrawal can be canceled and then refunded', async () => {
  const partner = await newPartner();
  const id = await partner.newWithdrawal();
  await partner.control('POST', `withdrawals/${id}/fund`, { outcome: 'error' });
  await partner.withdrawal(id, 'error');
  assert.equal((await partner.control('POST', `withdrawals/${id}/cancel`)).status, 202);
  assert.deepEqual(await reported(id, 3), ['canceled', 'error', 'sending']);
  assert.equal((await partner.control('POST', `withdrawals/${id}/fund`)).status, 409);
  assert.equal((await partner.control('POST', `withdrawals/${id}/expire`)).status, 409);
  assert.equal((await partner.control('POST', `withdrawals/${id}/refund`)).status, 202);
  assert.deepEqual(await reported(id, 4), ['canceled', 'error', 'refunded', 'sending']);
  assert.equal((await partner.control('POST', `withdrawals/${id}/refund`)).status, 409);
});

test('an unfunded withdrawal can neither be retried nor refunded', async () => {
  const partner = await newPartner();
  const [failed, canceled] = [await partner.newWithdrawal(), await partner.newWithdrawal()];
  await partner.control('POST', `withdrawals/${failed}/error`);
  await partner.control('POST', `withdrawals/${canceled}/cancel`);
  for (const path of [`${failed}/retry`, `${failed}/refund`, `${canceled}/refund`]) {
    const { status, body } = await partner.control('POST', `withdrawals/${path}`);
    assert.deepEqual([status, body['error']], [409, 'invalid_state'], path);
  }
  assert.deepEqual(await reported(failed, 1), ['error']);
  assert.deepEqual(await reported(canceled, 1), ['canceled']);
});

test('a failed payout can be retried', async () => {
  const partner = await newPartner();
  const id = await partner.newWithdrawal();
  assert.equal((await partner.control('POST', `withdrawals/${id}/retry`)).status, 409);
  await partner.control('POST', `withdrawals/${id}/fund`, { outcome: 'error' });
  await partner.withdrawal(id, 'error');
  assert.equal((await partner.control('POST', `withdrawals/${id}/retry`)).status, 202);
  await partner.withdrawal(id, 'sent');
  assert.deepEqual(await reported(id, 4), ['error', 'sending', 'sending', 'sent']);
});

test('a withdrawal of another partner is not found', async () => {
  const id = await (await newPartner()).newWithdrawal();
  const answer = await (await newPartner()).control('POST', `withdrawals/${id}/fund`);
  assert.deepEqual([answer.status, answer.body['error']], [404, 'not_found']);
});
