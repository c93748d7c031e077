import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { until } from '../receiver.ts';
import { rowsOf } from './requests.ts';
import { assertShape, type Forms, id, NULL, TIME, TX } from './shape.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway();

async function created(tenant: Tenant, path: Parameters<Tenant['post']>[0], body: object) {
  const answer = await tenant.post(path, body);
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  return answer.body;
}

const CREATED_DEPOSIT: Forms = {
  id: id('dep'),
  status: { is: 'PENDING' },
  amountCents: { is: 5_000 },
  feeCents: { is: 199 },
  totalCents: { is: 5_199 },
  netCents: { is: 5_000 },
  pixQrCode: /^000201.{50,400}6304[0-9A-F]{4}$/,
  pixQrImage: /^http:\/\/127\.0\.0\.1:\d+\/qr\/dep_[0-9a-z]{26}\.png$/,
  walletId: id('wal'),
  passFeesToPayer: { is: true },
  externalId: NULL,
  expiresAt: TIME,
  createdAt: TIME,
};

const PENDING_DEPOSIT: Forms = {
  id: id('dep'),
  status: { is: 'PENDING' },
  amountCents: { is: 5_000 },
  feeCents: { is: 199 },
  totalCents: { is: 5_199 },
  netCents: { is: 5_000 },
  settledCents: 'integer',
  paidCents: NULL,
  walletId: id('wal'),
  blockchainTxId: NULL,
  failureReason: NULL,
  externalId: NULL,
  paymentLinkId: NULL,
  createdAt: TIME,
  expiresAt: TIME,
  confirmedAt: NULL,
  failedAt: NULL,
  refundedAt: NULL,
  chain: 'any',
};

const DEPOSIT_CHAIN: Forms = {
  state: { is: 'unchecked' },
  confirmations: { is: 0 },
  checkedAt: NULL,
  assetOk: NULL,
  amountOk: NULL,
};

const PENDING_WITHDRAWAL: Forms = {
  id: id('wdr'),
  status: { is: 'PENDING' },
  amountCents: { is: 5_000 },
  feeCents: { is: 0 },
  depositAddress: /^(tex1|tlq1|ert1|el1)[0-9a-z]+$/,
  depositAmountCents: 'integer',
  pixKeyType: { is: 'EMAIL' },
  pixEndToEndId: NULL,
  receiptUrl: NULL,
  blockchainTxId: NULL,
  failureReason: NULL,
  externalId: NULL,
  createdAt: TIME,
  expiresAt: TIME,
  processingAt: NULL,
  completedAt: NULL,
  failedAt: NULL,
  expiredAt: NULL,
  chain: 'any',
};

const SEEN_FUNDING: Forms = {
  state: /^(seen|confirmed)$/,
  confirmations: 'integer',
  checkedAt: TIME,
  txId: TX,
  problem: NULL,
};

test('the shape of a deposit: created, pending, confirmed, failed, listed', async () => {
  const tenant = await openTenant(gateway);
  await tenant.openWallet();
  const deposit = await created(tenant, '/v1/api/deposit', DEPOSIT);
  assertShape(deposit, CREATED_DEPOSIT);
  const minutes =
    (Date.parse(String(deposit['expiresAt'])) - Date.parse(String(deposit['createdAt']))) / 60_000;
  assert.equal(minutes, 20);
  const path = `/v1/api/deposit/${String(deposit['id'])}/status`;
  const pending = (await tenant.call('GET', path)).body;
  assertShape(pending, PENDING_DEPOSIT);
  assertShape(pending['chain'], DEPOSIT_CHAIN);

  const order = { ...DEPOSIT, externalId: 'pedido nº 7' };
  const failed = await created(tenant, '/v1/api/deposit', order);
  assertShape(failed, { ...CREATED_DEPOSIT, externalId: { is: order.externalId } });
  await tenant.call('POST', `/v1/sandbox/deposits/${String(deposit['id'])}/pay`);
  await tenant.call('POST', `/v1/sandbox/deposits/${String(failed['id'])}/expire`);
  const failedPath = path.replace(String(deposit['id']), String(failed['id']));
  await reaches(tenant, path, ({ blockchainTxId }) => blockchainTxId !== null);
  assertShape((await tenant.call('GET', path)).body, {
    ...PENDING_DEPOSIT,
    status: { is: 'CONFIRMED' },
    paidCents: { is: 5_199 },
    blockchainTxId: TX,
    confirmedAt: TIME,
  });
  await reaches(tenant, failedPath, ({ status }) => status === 'FAILED');
  assertShape((await tenant.call('GET', failedPath)).body, {
    ...PENDING_DEPOSIT,
    status: { is: 'FAILED' },
    failureReason: { is: 'expired' },
    externalId: { is: order.externalId },
    failedAt: TIME,
  });
  assertShape(rowsOf(await tenant.call('GET', '/v1/api/transactions'))[0], {
    id: { is: failed['id'] },
    type: { is: 'deposit' },
    status: { is: 'FAILED' },
    amountCents: { is: 5_000 },
    feeCents: { is: 199 },
    totalCents: { is: 5_199 },
    walletId: id('wal'),
    paymentLinkId: NULL,
    externalId: { is: order.externalId },
    blockchainTxId: NULL,
    createdAt: TIME,
    updatedAt: TIME,
  });
});

test('the shape of a withdrawal: created, pending, completed, listed', async () => {
  const tenant = await openTenant(gateway);
  const withdrawal = await created(tenant, '/v1/api/withdraw', WITHDRAWAL);
  assertShape(withdrawal, {
    id: id('wdr'),
    status: { is: 'PENDING' },
    amountCents: { is: 5_000 },
    feeCents: { is: 0 },
    depositAddress: /^(tex1|tlq1|ert1|el1)[0-9a-z]+$/,
    depositAmountCents: 'integer',
    liquidUri: /^liquid(testnet|network):\S+$/,
    externalId: NULL,
    expiresAt: TIME,
    createdAt: TIME,
  });
  const path = `/v1/api/withdraw/${String(withdrawal['id'])}/status`;
  const pending = (await tenant.call('GET', path)).body;
  assertShape(pending, PENDING_WITHDRAWAL);
  const chain = { state: { is: 'unchecked' }, confirmations: { is: 0 }, txId: NULL, problem: NULL };
  assertShape(pending['chain'], { ...chain, checkedAt: 'any' });
  await tenant.call('POST', `/v1/sandbox/withdrawals/${String(withdrawal['id'])}/fund`);
  await reaches(tenant, path, ({ status }) => status === 'COMPLETED');
  assertShape((await tenant.call('GET', path)).body, {
    ...PENDING_WITHDRAWAL,
    status: { is: 'COMPLETED' },
    pixEndToEndId: /^E\d{8}\d{12}[0-9A-Za-z]{11}$/,
    receiptUrl: /^http:\/\/127\.0\.0\.1:\d+\/sandbox\/receipts\/[0-9a-f]{32}$/,
    blockchainTxId: TX,
    processingAt: TIME,
    completedAt: TIME,
  });
  await reaches(tenant, path, ({ chain: seen }) => JSON.stringify(seen).includes('"txId":"'));
  assertShape((await tenant.call('GET', path)).body['chain'], SEEN_FUNDING);
  assertShape(rowsOf(await tenant.call('GET', '/v1/api/transactions'))[0], {
    id: { is: withdrawal['id'] },
    type: { is: 'withdrawal' },
    status: { is: 'COMPLETED' },
    amountCents: { is: 5_000 },
    feeCents: { is: 0 },
    depositAmountCents: 'integer',
    walletId: NULL,
    paymentLinkId: NULL,
    externalId: NULL,
    blockchainTxId: TX,
    createdAt: TIME,
    updatedAt: TIME,
  });
});

async function reaches(
  tenant: Tenant,
  path: string,
  isSo: (seen: Record<string, unknown>) => boolean,
): Promise<void> {
  await until(async () => isSo((await tenant.call('GET', path)).body));
}
