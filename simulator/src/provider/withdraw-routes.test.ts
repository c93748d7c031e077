import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLiquidAddress } from '../liquid-address.ts';
import { openSandbox, partnerAt } from '../../test/sandbox.ts';

const sandbox = await openSandbox();

test('a withdrawal returns its id, a unique address and both amounts only', async () => {
  const partner = partnerAt(sandbox.url);
  const answers = await Promise.all([
    partner.withdraw({ payoutAmountInCents: 12_345 }),
    partner.withdraw({ payoutAmountInCents: 123_400 }),
    partner.withdraw({ payoutAmountInCents: 200 }),
    partner.withdraw({ depositAmountInCents: 12_470 }),
  ]);
  assert.deepEqual(
    answers.map(({ response }) => [
      response['payoutAmountInCents'],
      response['depositAmountInCents'],
    ]),
    [
      [12_345, 12_470],
      [123_400, 124_647],
      [200, 300],
      [12_345, 12_470],
    ],
  );
  const addresses = answers.map(({ response }) => String(response['depositAddress']));
  assert.equal(new Set(addresses).size, 4);
  for (const address of addresses)
    assert.ok(address.startsWith('tlq1') && isLiquidAddress(address));
  assert.deepEqual(Object.keys(answers[0].response).sort(), [
    'depositAddress',
    'depositAmountInCents',
    'payoutAmountInCents',
    'withdrawalId',
  ]);
});

test('the status of a withdrawal has an expiration 30 days ahead, in UTC', async () => {
  const partner = partnerAt(sandbox.url);
  const id = await partner.newWithdrawal();
  const seen = await partner.withdrawStatus(id);
  assert.equal(seen['id'], id);
  assert.equal(seen['status'], 'unsent');
  assert.equal(seen['pixKey'], 'a@b.example');
  assert.match(String(seen['expiration']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const days = (new Date(String(seen['expiration'])).getTime() - Date.now()) / 86_400_000;
  assert.ok(days > 29.99 && days <= 30);
  assert.equal(seen['blockchainTxID'], undefined);
});

test('the whole range of payouts is accepted', async () => {
  const partner = partnerAt(sandbox.url);
  for (const payoutAmountInCents of [100, 594_001, 600_000, 603_000]) {
    assert.equal((await partner.withdraw({ payoutAmountInCents })).status, 200);
  }
  for (const payoutAmountInCents of [99, 6_000_001]) {
    const { status, response } = await partner.withdraw({ payoutAmountInCents });
    assert.equal(status, 520);
    assert.equal(typeof response['errorMessage'], 'string');
  }
});

test('a withdrawal needs exactly one amount and at most one owner', async () => {
  const partner = partnerAt(sandbox.url);
  for (const change of [
    {},
    { payoutAmountInCents: 200, depositAmountInCents: 300 },
    { payoutAmountInCents: '200' },
    { payoutAmountInCents: 200, pixKey: '' },
    { payoutAmountInCents: 200, euid: 'EU123456789012345' },
  ]) {
    const { status, response } = await partner.withdraw(change);
    assert.equal(status, 400, JSON.stringify(change));
    assert.equal(typeof response['errorMessage'], 'string');
  }
  assert.equal((await partner.books()).withdrawals.length, 0);
});

test('the owner of the Pix key must be identified by tax number or EUID', async () => {
  const partner = partnerAt(sandbox.url);
  const order = { payoutAmountInCents: 200, taxNumber: undefined };
  const { status, response } = await partner.withdraw(order);
  assert.equal(status, 520);
  assert.match(String(response['errorMessage']), /must be identified by taxNumber or euid/);
  assert.equal((await partner.withdraw({ ...order, euid: 'EU123456789012345' })).status, 200);
  assert.equal((await partner.books()).withdrawals.length, 1);
});

test('an unknown withdrawal, or one of another partner, is 404 with an empty object', async () => {
  const id = await partnerAt(sandbox.url).newWithdrawal();
  const answer = await partnerAt(sandbox.url).api('GET', `withdraw-status?id=${id}`);
  assert.deepEqual([answer.status, answer.body], [404, {}]);
});
