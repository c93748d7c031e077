import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, openSandbox, partnerAt } from '../../test/sandbox.ts';

const sandbox = await openSandbox({ generation: 'legacy' });

const PERSON = '01234567890';
const BODY = { amountInCents: 5000, endUserTaxNumber: PERSON, depixAddress: ADDRESS };
const PAYOUT = { pixKey: 'a@b.example', taxNumber: PERSON, payoutAmountInCents: 200 };
const twenty = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, make));

test('legacy: twenty concurrent calls with one nonce create one charge and get one answer', async () => {
  const partner = partnerAt(sandbox.url);
  const answers = await twenty(() => partner.deposit({}, 'one-nonce'));
  for (const { status, body } of answers) {
    assert.equal(status, 200);
    assert.deepEqual(body, answers[0]?.body);
  }
  assert.equal((await partner.books()).charges.length, 1);

  const withdrawals = await twenty(() => partner.withdraw(undefined, 'one-nonce'));
  for (const { body } of withdrawals) assert.deepEqual(body, withdrawals[0]?.body);
  assert.equal((await partner.books()).withdrawals.length, 1);
});

test('legacy: a repeated call gets its first answer even if a new one would be refused', async () => {
  const partner = partnerAt(sandbox.url);
  const first = await partner.deposit({}, 'n');
  await partner.control('PUT', 'switches', { minimumDelayHours: 24 });
  await partner.control('PUT', 'payers', { taxNumber: PERSON, blocked: true });
  assert.equal((await partner.deposit({}, 'another')).status, 520);
  const again = await partner.deposit({}, 'n');
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.equal((await partner.books()).charges.length, 1);
});

test('legacy and strict: a repeated withdrawal counts once towards the daily limit', async (t) => {
  const { url } = await openSandbox({ generation: 'legacy', strict: true }, t);
  const partner = partnerAt(url);
  const order = { payoutAmountInCents: 594_000 };
  const answers = await twenty(() => partner.withdraw(order, 'n'));
  answers.push(await partner.withdraw(order, 'n'));
  for (const { status, body } of answers) {
    assert.deepEqual([status, body], [200, answers[0]?.body]);
  }
  assert.equal((await partner.withdraw(order, 'another')).status, 520);
});

test('legacy: a repeated nonce returns the first result, whatever the new body', async () => {
  const partner = partnerAt(sandbox.url);
  const charge = await partner.deposit({}, 'n');
  assert.deepEqual((await partner.deposit({ amountInCents: 7000 }, 'n')).body, charge.body);
  const withdrawal = await partner.withdraw(undefined, 'n');
  const other = { payoutAmountInCents: 6_000_001 };
  assert.deepEqual((await partner.withdraw(other, 'n')).body, withdrawal.body);
});

test('legacy: nonces are separate per partner', async () => {
  const [one, other] = [partnerAt(sandbox.url), partnerAt(sandbox.url)];
  const [first, second] = [await one.deposit({}, 'n'), await other.deposit({}, 'n')];
  assert.notEqual(first.response['id'], second.response['id']);
});

test('current: twenty calls with one nonce create twenty charges', async () => {
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'switches', { generation: 'current' });
  const answers = await twenty(() => partner.deposit({}, 'one-nonce'));
  assert.equal(new Set(answers.map(({ response }) => response['id'])).size, 20);
  const { charges } = await partner.books();
  assert.equal(charges.length, 20);
  for (const { nonce } of charges) assert.equal(nonce, 'one-nonce');
});

test('legacy: the result of an asynchronous call is available by repeating it and by URL', async () => {
  const partner = partnerAt(sandbox.url);
  for (const path of ['deposit', 'withdraw']) {
    const body = path === 'deposit' ? BODY : PAYOUT;
    const headers = { 'x-nonce': `later-${path}`, 'x-async': 'true' };
    const accepted = await partner.api('POST', path, body, headers);
    assert.equal(accepted.status, 202);
    assert.deepEqual(Object.keys(accepted.body), ['async', 'urlResponse', 'expiration']);
    const repeated = await partner.api('POST', path, body, headers);
    assert.equal(repeated.status, 200);
    const fetched = await fetch(String(accepted.body['urlResponse']));
    assert.deepEqual(await fetched.json(), repeated.response);
  }
});

test('legacy and busy: creations are answered asynchronously, or with 503 if that is declined', async () => {
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'switches', { busy: true });
  const synchronous = { 'x-nonce': 'n', 'x-async': 'false' };
  const refused = await partner.api('POST', 'deposit', BODY, synchronous);
  assert.deepEqual([refused.status, refused.body], [503, {}]);
  assert.equal((await partner.books()).charges.length, 0);
  assert.equal((await partner.deposit({}, 'n')).status, 202);
  assert.equal((await partner.deposit({}, 'n')).status, 200);
  assert.equal((await partner.books()).charges.length, 1);
});

test('current: the x-async header is ignored', async () => {
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'switches', { generation: 'current', busy: true });
  const { status, body } = await partner.api('POST', 'deposit', BODY, { 'x-async': 'true' });
  assert.deepEqual([status, body['async']], [200, false]);
});
