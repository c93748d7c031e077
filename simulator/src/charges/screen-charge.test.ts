import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox, partnerAt } from '../../test/sandbox.ts';

const sandbox = await openSandbox({ strict: true });

async function refusalOf(call: Promise<{ status: number; response: Record<string, unknown> }>) {
  const { status, response } = await call;
  return [status, response['errorMessage']];
}

test('strict: whitelisting requires its permission, and amounts have a minimum', async () => {
  const partner = partnerAt(sandbox.url);
  const whitelisted = partner.deposit({ whitelist: true });
  assert.deepEqual(await refusalOf(whitelisted), [
    520,
    'Permission qrcodewhitelist not enabled for partner',
  ]);
  assert.match(String((await refusalOf(partner.deposit({ amountInCents: 98 })))[1]), /R\$ 0\.99/);
  assert.equal((await partner.deposit({ amountInCents: 99 })).status, 200);
});

test('strict: a new payer is capped at R$ 500.00 until the first payment', async () => {
  const partner = partnerAt(sandbox.url);
  assert.equal((await partner.deposit({ amountInCents: 50_000 })).status, 200);
  assert.deepEqual(await refusalOf(partner.deposit({ amountInCents: 50_001 })), [
    520,
    "QR codes without an identified end user (EUID) can't exceed R$ 500.00.",
  ]);
  await partner.control('PUT', 'switches', { qrcodeWhitelist: true });
  assert.equal((await partner.deposit({ amountInCents: 50_001, whitelist: true })).status, 200);

  const id = await partner.newCharge();
  await partner.control('POST', `charges/${id}/pay`);
  await partner.charge(id, 'depix_sent');
  assert.equal((await partner.deposit({ amountInCents: 50_001 })).status, 200);
});

test('strict: the third payment within half an hour is held', async () => {
  const partner = partnerAt(sandbox.url);
  const ids = [await partner.newCharge(), await partner.newCharge(), await partner.newCharge()];
  for (const id of ids) await partner.control('POST', `charges/${id}/pay`);
  await partner.charge(String(ids[0]), 'depix_sent');
  await partner.charge(String(ids[1]), 'depix_sent');
  const held = await partner.charge(String(ids[2]), 'under_review');
  assert.deepEqual(held['rejectionReasons'], ['HIGH_VELOCITY']);
});

test('strict: a payment beyond the daily limit is held', async () => {
  const partner = partnerAt(sandbox.url);
  const all = await partner.newCharge({ amountInCents: 600_000, delayDepixInHours: 24 });
  await partner.control('POST', `charges/${all}/pay`);
  await partner.charge(all, 'delayed');
  const over = await partner.newCharge({ amountInCents: 100 });
  await partner.control('POST', `charges/${over}/pay`);
  const held = await partner.charge(over, 'under_review');
  assert.deepEqual(held['rejectionReasons'], ['PAST_DAILY_LIMIT']);
  await partner.control('PUT', 'clock', { offsetMs: 86_400_000 });
  const nextDay = await partner.newCharge({ amountInCents: 100 });
  await partner.control('POST', `charges/${nextDay}/pay`);
  await partner.charge(nextDay, 'depix_sent');
});

test('strict: withdrawals are capped by the debited amount, per order and per Pix key and day', async () => {
  const partner = partnerAt(sandbox.url);
  assert.equal((await refusalOf(partner.withdraw({ payoutAmountInCents: 594_001 })))[0], 520);
  const all = { payoutAmountInCents: 594_000, pixKey: 'full@b.example' };
  assert.equal((await partner.withdraw(all)).status, 200);
  assert.deepEqual(await refusalOf(partner.withdraw({ ...all, payoutAmountInCents: 200 })), [
    520,
    "Daily withdrawal limit exceeded for pix key 'full@b.example'. " +
      'Daily volume in cents: 600000. Withdrawal limit in cents: 600000.',
  ]);
});
