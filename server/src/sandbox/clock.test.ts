import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTenant } from '../../test/contract/tenant.ts';
import { openGateway } from '../../test/gateway.ts';
import { admitted, ADDRESS, type Merchant, openMerchant } from '../../test/merchant.ts';
import { openPerson } from '../../test/person.ts';
import { openReceiver, until } from '../../test/receiver.ts';
import { readClock } from '../accounts/store.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { ApiError } from '../errors.ts';
import { moveClock } from './move-clock.ts';

const gateway = await openGateway();
const { app, sandbox } = gateway;
const PATIENCE_MS = 60_000;

async function advance(merchant: Merchant, duration: string) {
  const answer = await admitted(() =>
    merchant.call('POST', '/v1/sandbox/clock', { advance: duration }),
  );
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const offsetOf = async ({ environment }: Merchant): Promise<number> =>
  (await readClock(app.db, environment.id)).offsetMs;

test('concurrent moves of the clock add up exactly, here and at the provider', async () => {
  const merchant = await openMerchant(gateway);
  await Promise.all(Array.from({ length: 5 }, () => advance(merchant, 'P1D')));
  assert.equal(await offsetOf(merchant), 5 * DAY_MS);
  const { id, expiresAt } = await merchant.deposit();
  const ahead = new Date(String(expiresAt)).getTime() - Date.now();
  assert.ok(Math.abs(ahead - 5 * DAY_MS - 20 * MINUTE_MS) < 5 * MINUTE_MS, String(ahead));
  // The provider's clock has moved too, so the charge can still be paid there.
  await merchant.command(`deposits/${String(id)}/pay`);
  await merchant.reaches(String(id), 'CONFIRMED', PATIENCE_MS);
});

test('moving the clock affects one environment only', async () => {
  const [moved, other] = [await openMerchant(gateway), await openMerchant(gateway)];
  const [mine, theirs] = [await moved.deposit(), await other.deposit()];
  const { now, offsetSeconds, due } = await advance(moved, 'PT20M');
  assert.equal(offsetSeconds, 1_200);
  assert.deepEqual(due, { deposits: 1, withdrawals: 0, deliveries: 0 });
  assert.ok(new Date(String(now)) >= new Date(String(mine['expiresAt'])));
  const failed = await moved.reaches(String(mine['id']), 'FAILED', PATIENCE_MS);
  assert.ok(new Date(String(failed['failedAt'])) >= new Date(String(mine['expiresAt'])));
  assert.equal((await other.status(String(theirs['id'])))['status'], 'PENDING');
  const clock = await other.call('GET', '/v1/sandbox/clock');
  assert.equal(clock.body['offsetSeconds'], 0);
});

test('the time of a chain check is reported on the moved clock', async () => {
  const merchant = await openMerchant(gateway);
  await advance(merchant, 'P10D');
  const { id: deposit } = await merchant.deposit();
  const { id: withdrawal } = await merchant.withdraw();
  await merchant.command(`deposits/${String(deposit)}/pay`);
  await merchant.command(`withdrawals/${String(withdrawal)}/fund`);
  for (const id of [String(deposit), String(withdrawal)]) {
    const seen = await merchant.reaches(id, isConfirmed, PATIENCE_MS);
    const { body: clock } = await merchant.call('GET', '/v1/sandbox/clock');
    const checkedAt = String(chainOf(seen)['checkedAt']);
    assert.ok(checkedAt > String(seen['createdAt']), `${id} ${checkedAt}`);
    assert.ok(checkedAt <= String(clock['now']), `${id} ${checkedAt}`);
    // The check was made a moment ago, so its time moves along with the clock.
    await advance(merchant, 'P1D');
    const later = String(chainOf(await merchant.status(id))['checkedAt']);
    assert.ok(Date.parse(later) >= Date.parse(checkedAt) + DAY_MS, `${id} ${later}`);
  }
});

/** The answer's schema was checked when it arrived. */
const chainOf = (body: Record<string, unknown>) => body['chain'] as Record<string, unknown>;
const isConfirmed = (body: Record<string, unknown>) => chainOf(body)['state'] === 'confirmed';

test('a move that failed half-way is applied once when it is retried', async () => {
  const merchant = await openMerchant(gateway);
  // What a process leaves that died right after the provider had moved.
  await sandbox.call('POST', merchant.environment.id, '/clock', { atLeastMs: 20 * MINUTE_MS });
  const away = {
    announce: () => Promise.resolve(),
    call: () => Promise.reject(new ApiError('unavailable')),
  };
  await assert.rejects(moveClock(app, away, merchant.environment.id, 20 * MINUTE_MS), ApiError);
  assert.equal(await offsetOf(merchant), 0);
  await advance(merchant, 'PT20M');
  assert.equal(await offsetOf(merchant), 20 * MINUTE_MS);
  const { expiresAt } = await merchant.deposit();
  assert.ok(new Date(String(expiresAt)).getTime() < Date.now() + 41 * MINUTE_MS);
});

test('the clock can be moved by 400 days at most, and the error states how much is left', async () => {
  const merchant = await openMerchant(gateway);
  await advance(merchant, 'P399D');
  const body = { advance: 'P1DT1S' };
  const english = { 'accept-language': 'en' };
  const refused = await merchant.call('POST', '/v1/sandbox/clock', body, english);
  assert.equal(refused.status, 400);
  assert.match(String(refused.body['message']), /of which P1D is left/);
  for (const advance of ['P9999D', 'P1000W', 'PT999999H', 'PT99999999M', `P${'9'.repeat(36)}D`]) {
    const { body: far } = await merchant.call('POST', '/v1/sandbox/clock', { advance }, english);
    assert.match(String(far['message']), /400 days forward in total, of which P1D is left/);
  }
  await advance(merchant, 'P1D');
  assert.equal(await offsetOf(merchant), 400 * DAY_MS);
});

test('an invalid duration moves nothing, and the error explains the format', async () => {
  const merchant = await openMerchant(gateway);
  for (const body of [
    {},
    { advance: 20 },
    { advance: 'PT0S' },
    { advance: 'P1M' },
    { reset: true },
  ]) {
    const refused = await merchant.call('POST', '/v1/sandbox/clock', body);
    assert.deepEqual([refused.status, refused.body['error']], [400, 'invalid_request']);
  }
  for (const advance of ['20m', 'P1Y', 'PT1.5H', 'P1M']) {
    const { body } = await merchant.call('POST', '/v1/sandbox/clock', { advance });
    assert.match(String(body['message']), /horas, minutos e segundos, como PT20M/);
  }
  assert.equal(await offsetOf(merchant), 0);
});

test('a live key gets 404 for the clock and the cases', async () => {
  const live = await openTenant(gateway, 'live');
  for (const [method, path] of [
    ['GET', 'clock'],
    ['POST', 'clock'],
    ['GET', 'cases'],
    ['POST', 'cases/paid'],
  ] as const) {
    const body = method === 'POST' ? { body: { advance: 'PT1S' } } : {};
    assert.equal((await live.call(method, `/v1/sandbox/${path}`, body)).status, 404);
  }
});

test('a webhook is retried when the moved clock reaches its time, signed with the real time', async (t) => {
  const merchant = await openMerchant(gateway);
  let fails = true;
  const receiver = await openReceiver(t, (_request, response) =>
    response.writeHead(fails ? 500 : 200).end(),
  );
  const endpoint = await merchant.call('POST', '/v1/api/webhook-endpoints', { url: receiver.url });
  assert.equal(endpoint.status, 201, endpoint.text);
  const { id } = await merchant.deposit();
  await merchant.command(`deposits/${String(id)}/pay`);
  const attempts = async (): Promise<number> => {
    const [delivery] = await merchant.list('/v1/api/webhook-deliveries');
    return delivery ? (delivery['attempts'] as unknown[]).length : 0;
  };
  await until(async () => (await attempts()) === 1, PATIENCE_MS);
  // Each wait is longer than the one before; a day exceeds each of the first ones.
  for (const made of [2, 3, 4]) {
    await advance(merchant, 'P1D');
    await until(async () => (await attempts()) >= made, PATIENCE_MS);
  }
  fails = false;
  await advance(merchant, 'P1D');
  const succeeded = async () =>
    (await merchant.list('/v1/api/webhook-deliveries'))[0]?.['status'] === 'succeeded';
  await until(succeeded, PATIENCE_MS);
  for (const { headers } of receiver.received) {
    const aside = Date.now() / 1_000 - Number(headers['webhook-timestamp']);
    assert.ok(aside > -5 && aside < 300, String(aside));
  }
});

test('an endpoint that fails for days on the moved clock is disabled', async (t) => {
  const merchant = await openMerchant(gateway);
  const { url } = await openReceiver(t, (_request, response) => response.writeHead(500).end());
  const endpoint = await merchant.call('POST', '/v1/api/webhook-endpoints', { url });
  const { id } = await merchant.deposit();
  await merchant.command(`deposits/${String(id)}/pay`);
  const path = '/v1/api/webhook-deliveries';
  await until(async () => {
    const [delivery] = await merchant.list(path);
    return delivery !== undefined && (delivery['attempts'] as unknown[]).length > 0;
  }, PATIENCE_MS);
  await advance(merchant, 'P6D');
  await until(async () => {
    const rows = await merchant.list('/v1/api/webhook-endpoints');
    return rows.some((row) => row['id'] === endpoint.body['id'] && row['enabled'] === false);
  }, PATIENCE_MS);
});

test('cases are listed with their amounts, and running an unknown one gives 404', async () => {
  const merchant = await openMerchant(gateway);
  const { body } = await merchant.call('GET', '/v1/sandbox/cases');
  const cases = body['cases'] as { name: string; amountCents: number | null }[];
  const late = cases.find(({ name }) => name === 'paid-after-expiry');
  assert.equal(late?.amountCents, 50_012);
  assert.equal((await merchant.call('POST', '/v1/sandbox/cases/unheard-of')).status, 404);
});

test('an order with the amount of a case behaves like the case itself', async () => {
  const merchant = await openMerchant(gateway);
  const { id } = await merchant.deposit({ amountCents: 50_013 });
  await merchant.reaches(String(id), 'REFUNDED', PATIENCE_MS);
  assert.deepEqual(await merchant.eventsOf(String(id)), ['deposit.refunded']);
});

test('a withdrawal case needs the withdrawal scope, and a deposit case a wallet', async () => {
  const tenant = await openTenant(gateway);
  const key = await tenant.keyWith(['deposit:create']);
  const refused = await tenant.call('POST', '/v1/sandbox/cases/withdrawal-paid', { key });
  assert.deepEqual([refused.status, refused.body['error']], [403, 'insufficient_scope']);
  assert.match(String(refused.body['message']), /withdrawal:create/);
  const bare = await tenant.call('POST', '/v1/sandbox/cases/paid', { key });
  assert.deepEqual([bare.status, bare.body['error']], [400, 'no_liquid_address']);
  await tenant.call('POST', '/v1/api/wallets', { body: { liquidAddress: ADDRESS.test } });
  assert.equal((await tenant.call('POST', '/v1/sandbox/cases/never-paid', { key })).status, 201);
});

test('a developer can move the clock and run deposit cases, and a viewer can do neither', async () => {
  const { accountId } = await openMerchant(gateway);
  const path = `/accounts/${accountId}/test/sandbox`;
  const developer = await openPerson(gateway, { [accountId]: 'developer' });
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  const body = { advance: 'PT1H' };
  assert.equal((await developer.call('POST', `${path}/clock`, body)).status, 200);
  assert.equal((await viewer.call('POST', `${path}/clock`, body)).status, 403);
  assert.equal((await viewer.call('GET', `${path}/clock`)).body['offsetSeconds'], 3_600);
  assert.equal((await developer.call('POST', `${path}/cases/never-paid`, {})).status, 201);
  assert.equal((await viewer.call('POST', `${path}/cases/never-paid`, {})).status, 403);
  const withdrawal = await developer.call('POST', `${path}/cases/withdrawal-expired`, {});
  assert.deepEqual([withdrawal.status, withdrawal.body['error']], [403, 'not_permitted']);
});

test('a signed-in user sees how far ahead the test clock of each account is', async () => {
  const [moved, still] = [await openMerchant(gateway), await openMerchant(gateway)];
  await advance(moved, 'PT1H');
  const person = await openPerson(gateway, {
    [moved.accountId]: 'viewer',
    [still.accountId]: 'viewer',
  });
  const { body } = await person.call('GET', '/me');
  const memberships = body['memberships'] as { accountId: string; testClockOffsetMs: number }[];
  const ahead = new Map(memberships.map((one) => [one.accountId, one.testClockOffsetMs]));
  assert.deepEqual([ahead.get(moved.accountId), ahead.get(still.accountId)], [3_600_000, 0]);
});
