import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { until } from '../receiver.ts';
import { refusalOf } from './requests.ts';
import { openTenant } from './tenant.ts';

const gateway = await openGateway(undefined, { env: { PONTE_ALPHANUMERIC_CNPJ: 'true' } });
const tenant = await openTenant(gateway);
await tenant.openWallet();

/** The response to a command, which has no body unless one is given: `202`, or a refusal. */
async function command(path: string, body?: unknown): Promise<string> {
  const request = body === undefined ? {} : { body };
  const answer = await tenant.call('POST', `/v1/sandbox/${path}`, request);
  if (answer.status !== 202) return refusalOf(answer);
  assert.deepEqual(answer.body, { accepted: true });
  return '202';
}

async function open(noun: 'deposits' | 'withdrawals'): Promise<string> {
  const order = { deposits: DEPOSIT, withdrawals: WITHDRAWAL }[noun];
  const path = ({ deposits: '/v1/api/deposit', withdrawals: '/v1/api/withdraw' } as const)[noun];
  const { status, body, text } = await tenant.post(path, order);
  assert.equal(status, 201, text);
  return `${noun}/${String(body['id'])}`;
}

async function reaches(operation: string, status: string): Promise<void> {
  const [noun, id = ''] = operation.split('/');
  const path = `/v1/api/${noun === 'deposits' ? 'deposit' : 'withdraw'}/${id}/status`;
  await until(async () => (await tenant.call('GET', path)).body['status'] === status);
}

const INVALID = '409 invalid_state';

test('a payer’s tax id with punctuation, spaces or in lower case matches the announced one', async () => {
  for (const [taxId, payerTaxId] of [
    ['52998224725', '529.982.247-25'],
    ['52998224725', ' 529 982 247 25 '],
    ['12ABC34501DE35', '12.abc.345/01de-35'],
  ]) {
    const { body } = await tenant.post('/v1/api/deposit', { ...DEPOSIT, taxId });
    const deposit = `deposits/${String(body['id'])}`;
    assert.equal(await command(`${deposit}/pay`, { payerTaxId }), '202');
    await reaches(deposit, 'CONFIRMED');
  }
});

test('a payment under review can be refunded', async () => {
  const held = await open('deposits');
  assert.equal(await command(`${held}/refund`), INVALID);
  assert.equal(await command(`${held}/pay`, { hold: 'HIGH_VELOCITY' }), '202');
  await until(async () => (await command(`${held}/refund`)) === '202');
  await reaches(held, 'REFUNDED');
});

test('each command of a deposit is accepted only in the states that allow it', async () => {
  const pending = await open('deposits');
  assert.equal(await command(`${pending}/release`), INVALID);
  assert.equal(await command(`${pending}/med`), INVALID);
  assert.equal(await command(`${pending}/pay`, { late: true }), '202');
  await reaches(pending, 'CONFIRMED');
  assert.equal(await command(`${pending}/pay`), '202');
  assert.equal(await command(`${pending}/expire`), INVALID);
  assert.equal(await command(`${pending}/release`), INVALID);
  assert.equal(await command(`${pending}/med`), '202');
  await reaches(pending, 'REFUNDED');
  assert.equal(await command(`${pending}/expire`), INVALID);

  const expired = await open('deposits');
  assert.equal(await command(`${expired}/expire`), '202');
  await reaches(expired, 'FAILED');
  assert.equal(await command(`${expired}/pay`), INVALID);
  assert.equal(await command(`${expired}/pay`, { late: true }), '202');
  await reaches(expired, 'CONFIRMED');

  const canceled = await open('deposits');
  assert.equal(await command(`${canceled}/fail`), '202');
  await reaches(canceled, 'FAILED');
  assert.equal(await command(`${canceled}/pay`), INVALID);
});

test('each command of a withdrawal is accepted only in the states that allow it', async () => {
  const funded = await open('withdrawals');
  assert.equal(await command(`${funded}/fund`, {}), '202');
  await reaches(funded, 'COMPLETED');
  for (const action of ['expire', 'fail']) {
    assert.equal(await command(`${funded}/${action}`), INVALID, action);
  }
  const expired = await open('withdrawals');
  assert.equal(await command(`${expired}/expire`), '202');
  await reaches(expired, 'EXPIRED');
});

test('the bodies of commands are optional, and validated if sent', async () => {
  const deposit = await open('deposits');
  const withdrawal = await open('withdrawals');
  const wrong: readonly (readonly [path: string, body: unknown])[] = [
    ...[null, 1, '', 'x'.repeat(21), ['11144477735']].map(
      (payerTaxId) => [`${deposit}/pay`, { payerTaxId }] as const,
    ),
    ...[null, 1, '', 'x'.repeat(121)].map(
      (payerName) => [`${deposit}/pay`, { payerName }] as const,
    ),
    ...[null, 'true', 1].map((late) => [`${deposit}/pay`, { late }] as const),
    ...[null, '', 'past_daily_limit', true].map((hold) => [`${deposit}/pay`, { hold }] as const),
    ...[null, '1', 0, -1, 1.5].map(
      (amountCents) => [`${withdrawal}/fund`, { amountCents }] as const,
    ),
    ...[null, 'Error', ''].map((as) => [`${deposit}/fail`, { as }] as const),
    ...[null, 'true', 1].map((drop) => ['webhooks', { drop }] as const),
    [`${deposit}/pay`, '[]'],
    [`${deposit}/med`, '{'],
    ['webhooks', 'null'],
  ];
  for (const [path, body] of wrong) {
    assert.equal(
      await command(path, body),
      '400 invalid_request',
      `${path} ${JSON.stringify(body)}`,
    );
  }
  assert.equal(await command('webhooks'), '202');
  assert.equal(await command('webhooks', { drop: true, unknown: 1 }), '202');
  assert.equal(await command('webhooks', { drop: false }), '202');
  assert.equal(await command(`${deposit}/pay`), '202');
  await reaches(deposit, 'CONFIRMED');
});
