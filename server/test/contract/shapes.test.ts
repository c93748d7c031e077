import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { ADDRESS, DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { openReceiver, until } from '../receiver.ts';
import { idIn } from './makers.ts';
import { type Answer, refusalOf, rowsOf } from './requests.ts';
import { assertShape, type Forms, id, NULL, TIME } from './shape.ts';
import { openTenant } from './tenant.ts';

const gateway = await openGateway();

const WALLET: Forms = {
  id: id('wal'),
  liquidAddress: { is: ADDRESS.test },
  label: { is: 'Loja' },
  isDefault: { is: true },
  observability: { is: 'address' },
  createdAt: TIME,
};

const ENDPOINT: Forms = {
  id: id('whe'),
  url: /^http:\/\/127/,
  events: {
    is: [
      'deposit.confirmed',
      'deposit.refunded',
      'deposit.failed',
      'withdrawal.completed',
      'withdrawal.failed',
    ],
  },
  description: { is: '' },
  enabled: { is: true },
  disabledReason: NULL,
  createdAt: TIME,
  updatedAt: TIME,
};

test('the shape of a wallet and its balance', async () => {
  const tenant = await openTenant(gateway);
  const body = { liquidAddress: ADDRESS.test, label: 'Loja' };
  const wallet = await tenant.call('POST', '/v1/api/wallets', { body });
  assert.equal(wallet.status, 201);
  assertShape(wallet.body, WALLET);
  assertShape(rowsOf(await tenant.call('GET', '/v1/api/wallets'))[0], WALLET);
  const make = async () => idIn(await tenant.post('/v1/api/deposit', DEPOSIT));
  const [confirmed, refunded] = [await make(), await make(), await make()];
  await tenant.call('POST', `/v1/sandbox/deposits/${confirmed}/pay`);
  const stranger = { payerTaxId: '11144477735' };
  await tenant.call('POST', `/v1/sandbox/deposits/${refunded}/pay`, { body: stranger });
  const settled = { receivedCents: 5_000, pendingCents: 5_000, refundedCents: 5_000 };
  const read = (): Promise<Answer> => tenant.call('GET', '/v1/api/balance');
  await until(async () => {
    const { totals } = (await read()).body;
    return JSON.stringify(totals) === JSON.stringify(settled);
  });
  const balance = await read();
  assertShape(balance.body, {
    balances: { is: balance.body['balances'] },
    totals: { is: settled },
  });
  assertShape(rowsOf(balance)[0], {
    walletId: { is: wallet.body['id'] },
    liquidAddress: { is: ADDRESS.test },
    label: { is: 'Loja' },
    isDefault: { is: true },
    receivedCents: { is: 5_000 },
    pendingCents: { is: 5_000 },
    refundedCents: { is: 5_000 },
    onChain: 'any',
  });
  // Whether the chain was looked at meanwhile is a matter of timing.
  assertShape(Reflect.get(rowsOf(balance)[0] ?? {}, 'onChain'), {
    state: 'text',
    balanceCents: 'any',
    checkedAt: 'any',
  });
});

test('the shape of an alert', async () => {
  const tenant = await openTenant(gateway);
  await tenant.openWallet();
  const deposit = idIn(await tenant.post('/v1/api/deposit', DEPOSIT));
  const body = { payerTaxId: '11144477735', payerName: 'João da Silva' };
  await tenant.call('POST', `/v1/sandbox/deposits/${deposit}/pay`, { body });
  const read = (): Promise<Answer> => tenant.call('GET', '/v1/api/meds');
  await until(async () => (await read()).text.includes(deposit));
  const answer = await read();
  assertShape(answer.body, { alerts: 'any', nextCursor: NULL });
  assertShape(rowsOf(answer)[0], {
    id: id('med'),
    depositId: { is: deposit },
    providerRef: 'text',
    blockchainTxId: NULL,
    tipo: { is: 'estorno' },
    cpfDivergente: { is: true },
    amountCents: { is: 5_199 },
    payerName: { is: 'João da Silva' },
    cpfReal: { is: '11144477735' },
    cpfRequisitado: { is: DEPOSIT.taxId },
    status: { is: 'PENDING' },
    deadline: TIME,
    createdAt: TIME,
  });
});

test('the shape of an endpoint: created, listed, updated, pinged, deleted', async () => {
  const tenant = await openTenant(gateway);
  const { url } = await openReceiver();
  const path = '/v1/api/webhook-endpoints';
  const endpoint = await tenant.call('POST', path, { body: { url } });
  assert.equal(endpoint.status, 201);
  assertShape(endpoint.body, { ...ENDPOINT, secret: /^whsec_[A-Za-z0-9+/]{43}=$/ });
  assertShape(rowsOf(await tenant.call('GET', path))[0], ENDPOINT);
  const one = `${path}/${String(endpoint.body['id'])}`;
  const change = { url: `${url}/2`, events: ['deposit.confirmed'], description: 'São\nPaulo' };
  const changed = await tenant.call('PATCH', one, { body: change });
  assert.equal(changed.status, 200);
  assertShape(changed.body, {
    ...ENDPOINT,
    url: { is: change.url },
    events: { is: change.events },
    description: { is: change.description },
  });
  const unchanged = await tenant.call('PATCH', one, { body: { unknown: 1 } });
  assert.deepEqual({ ...unchanged.body, updatedAt: 0 }, { ...changed.body, updatedAt: 0 });
  const disabled = await tenant.call('PATCH', one, { body: { enabled: false } });
  assert.equal(disabled.body['enabled'], false);
  await tenant.call('PATCH', one, { body: { enabled: true } });

  const accepted = await tenant.call('POST', `${one}/test`);
  assert.equal(accepted.status, 202);
  assert.match(String(accepted.body['id']), id('whd'));
  assert.equal(accepted.body['event'], 'test.ping');
  const again = `/v1/api/webhook-deliveries/${String(accepted.body['id'])}/redeliver`;
  assert.equal((await tenant.call('POST', again)).status, 202);
  const removed = await tenant.call('DELETE', one);
  assert.deepEqual([removed.status, removed.text], [204, '']);
  assert.equal(refusalOf(await tenant.call('DELETE', one)), '404 not_found');
});

test('the shape of a delivery, and of the event behind it', async () => {
  const tenant = await openTenant(gateway);
  await tenant.openWallet();
  const { url } = await openReceiver();
  const endpoint = await tenant.call('POST', '/v1/api/webhook-endpoints', { body: { url } });
  const deposit = idIn(await tenant.post('/v1/api/deposit', DEPOSIT));
  await tenant.call('POST', `/v1/sandbox/deposits/${deposit}/pay`);
  const deliveries = '/v1/api/webhook-deliveries?status=succeeded';
  await until(async () => (await tenant.call('GET', deliveries)).text.includes(deposit));
  const [delivery] = rowsOf(await tenant.call('GET', deliveries));
  assertShape(delivery, {
    id: id('whd'),
    endpointId: { is: endpoint.body['id'] },
    eventId: id('evt'),
    event: { is: 'deposit.confirmed' },
    resourceId: { is: deposit },
    url: { is: url },
    status: { is: 'succeeded' },
    failureReason: NULL,
    attempts: 'any',
    attemptCount: 'integer',
    nextAttemptAt: NULL,
    requestBody: /^\{"event":"deposit\.confirmed","data":\{"id":"dep_/,
    createdAt: TIME,
  });
  const attempts = delivery?.['attempts'];
  assert.ok(Array.isArray(attempts) && attempts.length === 1);
  const attempt = { responseStatus: { is: 200 }, responseBody: { is: 'ok' }, error: NULL };
  assertShape(attempts[0], { at: TIME, durationMs: 'integer', ...attempt });

  await until(async () => (await tenant.call('GET', '/v1/api/events')).text.includes(deposit));
  const journal = await tenant.call('GET', '/v1/api/events');
  assertShape(journal.body, { data: 'any', nextAfter: { is: 1 }, oldestSequence: { is: 1 } });
  const [event] = rowsOf(journal);
  assertShape(event, {
    sequence: { is: 1 },
    id: { is: delivery?.['eventId'] },
    event: { is: 'deposit.confirmed' },
    resourceId: { is: deposit },
    data: 'any',
    createdAt: TIME,
  });
  const body: unknown = JSON.parse(String(delivery?.['requestBody']));
  assert.deepEqual(body, { event: 'deposit.confirmed', data: event?.['data'] });
});

test('the shape of fees, and of the simulated provider’s records', async () => {
  const tenant = await openTenant(gateway);
  await tenant.openWallet();
  const { body: fees } = await tenant.call('GET', '/v1/api/fees');
  assert.deepEqual(fees, {
    deposit: { percentBasisPoints: 200, fixedCents: 99 },
    withdrawal: { percentBasisPoints: 0, fixedCents: 0 },
  });
  const deposit = idIn(await tenant.post('/v1/api/deposit', DEPOSIT));
  const withdrawal = idIn(await tenant.post('/v1/api/withdraw', WITHDRAWAL));
  const books = await tenant.call('GET', '/v1/sandbox/provider');
  assertShape(rowsOf(books)[0], {
    id: 'text',
    nonce: 'text',
    amountInCents: { is: 5_199 },
    status: { is: 'pending' },
    depositId: { is: deposit },
  });
  const payouts = books.body['withdrawals'];
  assert.ok(Array.isArray(payouts));
  assertShape(payouts[0], {
    id: 'text',
    nonce: 'text',
    payoutAmountInCents: { is: 5_000 },
    status: { is: 'unsent' },
    withdrawalId: { is: withdrawal },
  });
});
