import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setAccount } from '../../src/accounts/set-account.ts';
import { cents } from '../../src/money.ts';
import { openGateway } from '../gateway.ts';
import { openEndpoint, openMerchant, PAYER } from '../merchant.ts';
import { alertsAbout, lookAgain, moveClock, providerRef, providerStatus } from '../operator.ts';
import { until } from '../receiver.ts';

const gateway = await openGateway();
const { app } = gateway;

describe('a withdrawal', { concurrency: true }, () => {
  test('is funded, sent, completed and reported by webhook', async (t) => {
    const merchant = await openMerchant(gateway);
    const endpoint = await openEndpoint(merchant, undefined, t);
    const created = await merchant.withdraw({ externalId: 'payout 1' });
    const id = String(created['id']);
    const { depositAddress, expiresAt, createdAt, liquidUri } = created;
    assert.deepEqual(created, {
      id,
      status: 'PENDING',
      amountCents: 5_000,
      feeCents: 0,
      depositAddress,
      depositAmountCents: 5_100,
      liquidUri,
      externalId: 'payout 1',
      expiresAt,
      createdAt,
    });
    assert.match(id, /^wdr_/);
    assert.match(String(depositAddress), /^t(ex|lq)1/);
    assert.match(String(liquidUri), new RegExp(`${String(depositAddress)}\\?.*amount=51\\.00$`));

    await merchant.command(`withdrawals/${id}/fund`);
    const processing = await merchant.reaches(id, ({ processingAt }) => processingAt !== null);
    assert.match(String(processing['status']), /PROCESSING|COMPLETED/);
    const completed = await merchant.reaches(id, 'COMPLETED');
    assert.match(String(completed['pixEndToEndId']), /^E\w{31}$/);
    assert.match(String(completed['blockchainTxId']), /^[0-9a-f]{64}$/);
    assert.ok(String(completed['processingAt']) <= String(completed['completedAt']));

    await until(() => endpoint.notified().length > 0);
    const [event] = endpoint.notified();
    assert.equal(event?.event, 'withdrawal.completed');
    // Only the status route shows the chain, which comes later, and the receipt, which names who
    // was paid.
    const { receiptUrl } = completed;
    assert.deepEqual({ ...event.data, receiptUrl, chain: completed['chain'] }, completed);
    const { chain } = await merchant.reaches(id, (seen) => chainOf(seen)['txId'] !== null);
    assert.partialDeepStrictEqual(chain, { txId: completed['blockchainTxId'], problem: null });
    assert.doesNotMatch(endpoint.bodies().join(), new RegExp(`${PAYER}|maria@example`));
    const [transaction] = await merchant.list('/v1/api/transactions?type=withdrawal');
    assert.deepEqual(
      [transaction?.['id'], transaction?.['status'], transaction?.['depositAmountCents']],
      [id, 'COMPLETED', 5_100],
    );
  });

  test('accepts every type of Pix key, and shows none of them', async () => {
    const merchant = await openMerchant(gateway);
    const keys = {
      CPF: PAYER,
      CNPJ: '11222333000181',
      EMAIL: 'Maria@Example.com',
      PHONE: '+5511987654321',
      EVP: '123E4567-E89B-12D3-A456-426614174000',
    };
    for (const [pixKeyType, pixKey] of Object.entries(keys)) {
      const { id } = await merchant.withdraw({ pixKeyType, pixKey });
      const status = await merchant.status(String(id));
      assert.equal(status['pixKeyType'], pixKeyType);
      assert.ok(!JSON.stringify(status).toLowerCase().includes(pixKey.toLowerCase()));
    }
  });
});

test('a paid withdrawal has a receipt, whose URL is encrypted at rest', async () => {
  const merchant = await openMerchant(gateway);
  const id = await newId(merchant);
  assert.equal((await merchant.status(id))['receiptUrl'], null);
  await merchant.command(`withdrawals/${id}/fund`);
  const { receiptUrl } = await merchant.reaches(id, 'COMPLETED');
  // At the gateway's own address, since the sandbox's is out of most people's reach.
  assert.match(String(receiptUrl), new RegExp(`^${app.config.baseUrl}/sandbox/receipts/`));
  const page = await fetch(String(receiptUrl));
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.match((await page.text()).replaceAll('\u00a0', ' '), /R\$ 50,00/);
  const rows = await app.db<{ url: string }>`
    select url from withdrawal_receipts where withdrawal_id = ${id}`;
  assert.match(rows.map(({ url }) => url).join(), /^v1:[^/]+:(?!http)/);
  for (const other of ['0'.repeat(32), '%2e%2e%2fcontrol', 'x']) {
    const { status } = await fetch(`${app.config.baseUrl}/sandbox/receipts/${other}`);
    assert.equal(status, 404, other);
  }
});

test('a withdrawal funded after it expired is completed, or stays expired, depending on the sandbox command', async (t) => {
  const merchant = await openMerchant(gateway);
  const endpoint = await openEndpoint(merchant, undefined, t);
  const paid = String((await merchant.withdraw())['id']);
  const lost = String((await merchant.withdraw())['id']);
  for (const id of [paid, lost]) {
    await merchant.command(`withdrawals/${id}/expire`);
    await merchant.reaches(id, 'EXPIRED');
    for (const command of ['expire', 'fail']) {
      const refused = await merchant.call('POST', `/v1/sandbox/withdrawals/${id}/${command}`);
      assert.deepEqual([refused.status, refused.body['error']], [409, 'invalid_state']);
    }
  }
  await merchant.command(`withdrawals/${lost}/fund`, { late: false });
  await merchant.command(`withdrawals/${paid}/fund`);
  const completed = await merchant.reaches(paid, 'COMPLETED');
  assert.notEqual(completed['processingAt'], null);
  await until(() => endpoint.notified().length > 0);
  assert.deepEqual(
    endpoint.notified().map(({ event, data }) => [event, data['id']]),
    [['withdrawal.completed', paid]],
  );
  assert.equal((await merchant.status(lost))['status'], 'EXPIRED');
});

describe('failure', { concurrency: true }, () => {
  test('an unfunded withdrawal expires, and only endpoints subscribed to that event are notified', async (t) => {
    const merchant = await openMerchant(gateway);
    const plain = await openEndpoint(merchant, undefined, t);
    const asking = await openEndpoint(merchant, ['withdrawal.expired', 'withdrawal.failed'], t);
    const [id, other] = [await newId(merchant), await newId(merchant)];
    await merchant.command(`withdrawals/${id}/expire`);
    const expired = await merchant.reaches(id, 'EXPIRED');
    assert.equal(expired['failureReason'], null);
    assert.notEqual(expired['expiredAt'], null);
    // A failure afterwards shows that the endpoint that was not notified does work.
    await merchant.command(`withdrawals/${other}/fail`);
    await until(() => plain.notified().length > 0 && asking.notified().length > 1);
    assert.deepEqual(
      plain.notified().map(({ event }) => event),
      ['withdrawal.failed'],
    );
    const events = asking.notified().map(({ event }) => event);
    assert.deepEqual(events.sort(), ['withdrawal.expired', 'withdrawal.failed']);
  });

  test('a withdrawal canceled by the provider fails, and its reason is shown', async (t) => {
    const merchant = await openMerchant(gateway);
    const endpoint = await openEndpoint(merchant, undefined, t);
    const id = await newId(merchant);
    await merchant.command(`withdrawals/${id}/fail`);
    assert.equal((await merchant.reaches(id, 'FAILED'))['failureReason'], 'canceled');
    await until(() => endpoint.notified().length > 0);
    assert.deepEqual(
      endpoint.notified().map(({ event }) => event),
      ['withdrawal.failed'],
    );
  });

  test('a withdrawal with a provider error stays PENDING for 72 hours, and only then fails', async () => {
    const merchant = await openMerchant(gateway);
    const id = await newId(merchant);
    await merchant.command(`withdrawals/${id}/fail`, { as: 'error' });
    await until(async () => (await providerStatus(app, id)) === 'error');
    await moveClock(app, merchant.environment.id, 72 * 3_600_000 - 60_000);
    await lookAgain(app, id);
    assert.equal((await merchant.status(id))['status'], 'PENDING');
    await moveClock(app, merchant.environment.id, 72 * 3_600_000 + 1_000);
    await lookAgain(app, id);
    assert.equal((await merchant.reaches(id, 'FAILED'))['failureReason'], 'provider_error');
    assert.deepEqual(await merchant.eventsOf(id), ['withdrawal.failed']);
  });
});

describe('irregular cases', { concurrency: true }, () => {
  test('a withdrawal paid out after it failed is completed, and an operator alerted', async () => {
    const merchant = await openMerchant(gateway);
    const id = await newId(merchant);
    await provider(merchant.environment.id, id, 'fund', { outcome: 'error' });
    await until(async () => (await providerStatus(app, id)) === 'error');
    await moveClock(app, merchant.environment.id, 73 * 3_600_000);
    await lookAgain(app, id);
    await merchant.reaches(id, 'FAILED');
    await provider(merchant.environment.id, id, 'retry');
    const completed = await merchant.reaches(id, 'COMPLETED');
    assert.ok(String(completed['processingAt']) <= String(completed['completedAt']));
    assert.deepEqual(await merchant.eventsOf(id), ['withdrawal.failed', 'withdrawal.completed']);
    // That it was in flight again is seen only if it is read in between.
    assert.ok((await alertsAbout(app, id)).includes('paid_out_late'));
  });

  test('a short funding completes a withdrawal only within the provider’s tolerance', async () => {
    const merchant = await openMerchant(gateway);
    const id = await newId(merchant);
    await merchant.command(`withdrawals/${id}/fund`, { amountCents: 1_000 });
    await lookAgain(app, id);
    await lookAtChain(id);
    const short = await merchant.reaches(id, (seen) => chainOf(seen)['problem'] === 'short');
    assert.equal(short['status'], 'PENDING');
    await merchant.command(`withdrawals/${id}/fund`, { amountCents: 5_000 });
    await merchant.reaches(id, 'COMPLETED');
    const { chain } = await merchant.reaches(
      id,
      (seen) => chainOf(seen)['txId'] === seen['blockchainTxId'],
    );
    // The provider accepted it, and it is still less than was requested.
    assert.partialDeepStrictEqual(chain, { problem: 'short' });
  });

  test('a withdrawal of a declined owner is refused, not listed, and uses up its key', async () => {
    const merchant = await openMerchant(gateway);
    const order = { amountCents: 5_000, pixKeyType: 'CPF', pixKey: PAYER, taxId: '00000000001' };
    const key = { 'idempotency-key': 'declined' };
    const refused = await merchant.call('POST', '/v1/api/withdraw', order, key);
    assert.deepEqual([refused.status, refused.body['error']], [422, 'payer_declined']);
    const again = await merchant.call('POST', '/v1/api/withdraw', order, key);
    assert.deepEqual([again.status, again.body['error']], [409, 'previous_error']);
    assert.deepEqual(await merchant.list('/v1/api/transactions'), []);
  });

  test('a withdrawal carries the configured fee in test mode, on top of the payout', async () => {
    const merchant = await openMerchant(gateway);
    const fee = { withdrawalFeeBasisPoints: 100, withdrawalFeeFixedCents: 50 };
    await app.db.begin((tx) => setAccount(tx, merchant.accountId, 'test', fee, cents(99)));
    // The API may cache the previous schedule for a moment.
    await until(async () => (await merchant.call('GET', '/v1/api/fees')).text.includes(':50'));
    const { feeCents, depositAmountCents } = await merchant.withdraw();
    assert.deepEqual([feeCents, depositAmountCents], [100, 5_200]);
  });
});

async function newId(merchant: Awaited<ReturnType<typeof openMerchant>>): Promise<string> {
  return String((await merchant.withdraw())['id']);
}

function chainOf(withdrawal: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(withdrawal['chain'] ?? {}));
}

async function lookAtChain(id: string): Promise<void> {
  await app.db`update withdrawal_fundings set look_at = now() where withdrawal_id = ${id}`;
}

/** What the provider does by itself, which no merchant can ask the sandbox for. */
async function provider(
  environmentId: `env_${string}`,
  id: string,
  command: string,
  body?: object,
): Promise<void> {
  const path = `/withdrawals/${await providerRef(app, id)}/${command}`;
  await gateway.sandbox.call('POST', environmentId, path, body);
}
