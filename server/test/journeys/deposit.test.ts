import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { type Merchant, openEndpoint, openMerchant, PAYER, STRANGER } from '../merchant.ts';
import { alertsAbout, lookAgain, moveClock, providerStatus } from '../operator.ts';
import { until } from '../receiver.ts';

const gateway = await openGateway();
const { app } = gateway;

describe('a deposit', { concurrency: true }, () => {
  test('is paid, confirmed, reported by webhook, and sent on the chain', async (t) => {
    const merchant = await openMerchant(gateway);
    const endpoint = await openEndpoint(merchant, undefined, t);
    const created = await merchant.deposit({ externalId: 'order 7' });
    const id = String(created['id']);
    await assertCreated(created, merchant);

    await merchant.command(`deposits/${id}/pay`);
    const paid = await merchant.reaches(id, (seen) => seen['blockchainTxId'] !== null);
    assert.equal(paid['status'], 'CONFIRMED');
    assert.equal(paid['paidCents'], 5_199);
    assert.equal(paid['settledCents'], 5_000);
    assert.match(String(paid['blockchainTxId']), /^[0-9a-f]{64}$/);

    await until(() => endpoint.notified().length > 0);
    const [confirmed] = endpoint.notified();
    assert.equal(confirmed?.event, 'deposit.confirmed');
    assert.deepEqual([confirmed.data['id'], confirmed.data['status']], [id, 'CONFIRMED']);
    assert.equal(confirmed.data['confirmedAt'], paid['confirmedAt']);
    assert.doesNotMatch(endpoint.bodies().join(), new RegExp(PAYER));

    const { body: balance } = await merchant.call('GET', '/v1/api/balance');
    const totals = { receivedCents: 5_000, pendingCents: 0, refundedCents: 0 };
    assert.deepEqual(balance['totals'], totals);
    const [transaction] = await merchant.list('/v1/api/transactions?externalId=order%207');
    const { blockchainTxId } = paid;
    assert.deepEqual(
      [transaction?.['id'], transaction?.['status'], transaction?.['blockchainTxId']],
      [id, 'CONFIRMED', blockchainTxId],
    );
  });

  test('is unchanged when it is paid twice and its notices are repeated', async () => {
    const merchant = await openMerchant(gateway);
    const id = String((await merchant.deposit())['id']);
    await merchant.command(`deposits/${id}/pay`);
    const paid = await merchant.reaches(id, (seen) => seen['blockchainTxId'] !== null);
    await merchant.command(`deposits/${id}/pay`);
    await until(async () => (await noticesApplied()) > 1);
    // The chain is checked independently.
    const { chain } = paid;
    assert.deepEqual({ ...(await merchant.status(id)), chain }, paid);
    assert.deepEqual(await merchant.eventsOf(id), ['deposit.confirmed']);

    async function noticesApplied(): Promise<number> {
      const [row] = await app.db<{ times: number }>`
        select min(i.times) as times from provider_inbox i join deposits d using (provider_ref)
        where d.id = ${id} and i.due_at is null and i.status = 'depix_sent'`;
      return row?.times ?? 0;
    }
  });
});

describe('irregular payments', { concurrency: true }, () => {
  test('a payment under review confirms its deposit only once it is released', async () => {
    const merchant = await openMerchant(gateway);
    const id = String((await merchant.deposit())['id']);
    await merchant.command(`deposits/${id}/pay`, { hold: 'PAST_DAILY_LIMIT' });
    await until(async () => (await providerStatus(app, id)) === 'under_review');
    assert.equal((await merchant.status(id))['status'], 'PENDING');
    await merchant.command(`deposits/${id}/release`);
    await merchant.reaches(id, 'CONFIRMED');
    assert.deepEqual(await merchant.eventsOf(id), ['deposit.confirmed']);
  });

  test('a short payment does not confirm its deposit: the amount is shown and an operator alerted', async () => {
    const merchant = await openMerchant(gateway);
    const id = String((await merchant.deposit())['id']);
    await merchant.command(`deposits/${id}/pay`, { amountCents: 5_198 });
    const seen = await merchant.reaches(id, ({ paidCents }) => paidCents !== null);
    assert.deepEqual([seen['status'], seen['paidCents']], ['PENDING', 5_198]);
    assert.deepEqual(await alertsAbout(app, id), ['paid_short']);
    assert.deepEqual(await merchant.eventsOf(id), []);
  });

  test('a deposit of a declined payer is refused, neither listed nor reported, and uses up its key', async (t) => {
    const merchant = await openMerchant(gateway);
    const endpoint = await openEndpoint(merchant, undefined, t);
    const order = { amountCents: 5_000, taxId: '00000000001' };
    const key = { 'idempotency-key': 'declined' };
    const refused = await merchant.call('POST', '/v1/api/deposit', order, key);
    assert.deepEqual([refused.status, refused.body['error']], [422, 'payer_declined']);
    const again = await merchant.call('POST', '/v1/api/deposit', { ...order, taxId: PAYER }, key);
    assert.deepEqual([again.status, again.body['error']], [409, 'previous_error']);
    assert.deepEqual(await merchant.list('/v1/api/transactions'), []);
    assert.deepEqual(await merchant.list('/v1/api/webhook-deliveries'), []);
    assert.deepEqual(endpoint.notified(), []);
  });
});

describe('failure', { concurrency: true }, () => {
  test('an unpaid deposit expires, and is still confirmed when it is paid late', async (t) => {
    const merchant = await openMerchant(gateway);
    const endpoint = await openEndpoint(merchant, undefined, t);
    const id = String((await merchant.deposit())['id']);
    await merchant.command(`deposits/${id}/expire`);
    const failed = await merchant.reaches(id, 'FAILED');
    assert.equal(failed['failureReason'], 'expired');
    await merchant.command(`deposits/${id}/pay`, { late: true });
    const confirmed = await merchant.reaches(id, 'CONFIRMED');
    assert.equal(confirmed['failureReason'], null);
    await until(() => endpoint.notified().length > 1);
    assert.deepEqual(await merchant.eventsOf(id), ['deposit.failed', 'deposit.confirmed']);
  });

  test('a deposit canceled by the provider fails, and its reason is shown', async (t) => {
    const merchant = await openMerchant(gateway);
    const endpoint = await openEndpoint(merchant, undefined, t);
    const id = String((await merchant.deposit())['id']);
    await merchant.command(`deposits/${id}/fail`);
    const failed = await merchant.reaches(id, 'FAILED');
    assert.equal(failed['failureReason'], 'canceled');
    await until(() => endpoint.notified().length > 0);
    assert.deepEqual(
      endpoint.notified().map(({ event }) => event),
      ['deposit.failed'],
    );
  });

  test('a deposit with a provider error stays PENDING for 24 hours, and only then fails', async () => {
    const merchant = await openMerchant(gateway);
    const id = String((await merchant.deposit())['id']);
    await merchant.command(`deposits/${id}/fail`, { as: 'error' });
    await until(async () => (await providerStatus(app, id)) === 'error');
    await moveClock(app, merchant.environment.id, 24 * 3_600_000 - 60_000);
    await lookAgain(app, id);
    assert.equal((await merchant.status(id))['status'], 'PENDING');
    await moveClock(app, merchant.environment.id, 24 * 3_600_000 + 1_000);
    await lookAgain(app, id);
    const failed = await merchant.reaches(id, 'FAILED');
    assert.equal(failed['failureReason'], 'provider_error');
    assert.deepEqual(await merchant.eventsOf(id), ['deposit.failed']);
  });
});

test('a deposit in error that the provider then cancels fails immediately', async () => {
  const merchant = await openMerchant(gateway);
  const id = String((await merchant.deposit())['id']);
  await merchant.command(`deposits/${id}/fail`, { as: 'error' });
  await until(async () => (await providerStatus(app, id)) === 'error');
  await merchant.command(`deposits/${id}/fail`);
  assert.equal((await merchant.reaches(id, 'FAILED'))['failureReason'], 'canceled');
});

describe('refunds', { concurrency: true }, () => {
  test('a payment by a stranger is refunded with an alert, and never confirmed', async (t) => {
    const merchant = await openMerchant(gateway);
    const endpoint = await openEndpoint(merchant, undefined, t);
    const id = String((await merchant.deposit())['id']);
    const payer = { payerTaxId: STRANGER, payerName: 'Maria da Silva' };
    await merchant.command(`deposits/${id}/pay`, payer);
    const refunded = await merchant.reaches(id, 'REFUNDED');
    assert.equal(refunded['confirmedAt'], null);
    assert.deepEqual(await merchant.eventsOf(id), ['deposit.refunded']);
    const [alert, ...more] = await merchant.list('/v1/api/meds');
    assert.deepEqual(more, []);
    assertEstorno(alert, id);
    await until(() => endpoint.notified().length > 0);
    assert.deepEqual(
      endpoint.notified().map(({ event }) => event),
      ['deposit.refunded'],
    );
  });

  test('a payment disputed after it was confirmed is refunded, with an alert and both events', async (t) => {
    const merchant = await openMerchant(gateway);
    const endpoint = await openEndpoint(merchant, undefined, t);
    const id = String((await merchant.deposit())['id']);
    await merchant.command(`deposits/${id}/pay`, { payerName: 'João Souza' });
    const { blockchainTxId } = await merchant.reaches(
      id,
      (seen) => seen['blockchainTxId'] !== null,
    );
    await merchant.command(`deposits/${id}/med`);
    await merchant.reaches(id, 'REFUNDED');
    const [alert, ...more] = await merchant.list(`/v1/api/meds?tipo=med&depositId=${id}`);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [alert?.['tipo'], alert?.['cpfDivergente'], alert?.['cpfReal'], alert?.['payerName']],
      ['med', false, PAYER, 'João Souza'],
    );
    assert.equal(alert?.['blockchainTxId'], blockchainTxId);
    await until(() => endpoint.notified().length > 1);
    const events = endpoint.notified().map(({ event }) => event);
    assert.deepEqual(events.sort(), ['deposit.confirmed', 'deposit.refunded']);
    const { body: balance } = await merchant.call('GET', '/v1/api/balance');
    const totals = { receivedCents: 0, pendingCents: 0, refundedCents: 5_000 };
    assert.deepEqual(balance['totals'], totals);
  });
});

async function assertCreated(created: Record<string, unknown>, merchant: Merchant): Promise<void> {
  assert.deepEqual(
    { ...created, id: '', pixQrCode: '', pixQrImage: '', expiresAt: '', createdAt: '' },
    {
      id: '',
      status: 'PENDING',
      amountCents: 5_000,
      feeCents: 199,
      totalCents: 5_199,
      netCents: 5_000,
      pixQrCode: '',
      pixQrImage: '',
      walletId: merchant.walletId,
      passFeesToPayer: true,
      externalId: 'order 7',
      expiresAt: '',
      createdAt: '',
    },
  );
  assert.match(String(created['pixQrCode']), /540551\.99/);
  const image = await fetch(String(created['pixQrImage']));
  assert.equal(image.headers.get('content-type'), 'image/png');
  assert.equal(Buffer.from(await image.arrayBuffer()).toString('latin1', 1, 4), 'PNG');
}

/** Checks every field of the alert for the payment above. */
function assertEstorno(alert: Record<string, unknown> | undefined, depositId: string): void {
  const createdAt = String(alert?.['createdAt']);
  assert.match(String(alert?.['id']), /^med_/);
  assert.match(String(alert?.['providerRef']), /^fitbank_E/);
  assert.deepEqual(alert, {
    id: alert?.['id'],
    depositId,
    providerRef: alert?.['providerRef'],
    blockchainTxId: null,
    tipo: 'estorno',
    cpfDivergente: true,
    amountCents: 5_199,
    payerName: 'Maria da Silva',
    cpfReal: STRANGER,
    cpfRequisitado: PAYER,
    status: 'PENDING',
    deadline: new Date(Date.parse(createdAt) + 7 * 86_400_000).toISOString(),
    createdAt,
  });
}
