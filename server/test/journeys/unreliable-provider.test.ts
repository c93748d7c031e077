import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { depositJobs } from '../../src/deposits/jobs.ts';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, type Merchant, openEndpoint, openMerchant, WITHDRAWAL } from '../merchant.ts';
import { alertsAbout, lookAgain } from '../operator.ts';
import { until } from '../receiver.ts';

const gateway = await openGateway();
const { app } = gateway;

describe('unreliable notices', { concurrency: true }, () => {
  test('a payment without notices is found by polling within 15 seconds', async () => {
    const merchant = await openMerchant(gateway);
    await merchant.command('webhooks', { drop: true });
    const deposit = String((await merchant.deposit())['id']);
    const withdrawal = String((await merchant.withdraw())['id']);
    await merchant.command(`deposits/${deposit}/pay`);
    await merchant.command(`withdrawals/${withdrawal}/fund`);
    await Promise.all([
      merchant.reaches(deposit, 'CONFIRMED', 15_000),
      merchant.reaches(withdrawal, 'COMPLETED', 15_000),
    ]);
    assert.deepEqual(await noticesOf(deposit), []);
    assert.deepEqual(await causesOf(deposit), ['poll']);
    assert.deepEqual(await merchant.eventsOf(withdrawal), ['withdrawal.completed']);
  });

  test('a late payment without notices is found by polling after the expiry', async () => {
    const merchant = await openMerchant(gateway);
    await merchant.command('webhooks', { drop: true });
    const id = String((await merchant.deposit())['id']);
    await merchant.command(`deposits/${id}/expire`);
    await merchant.reaches(id, 'FAILED');
    assert.ok(await willLookAgain(id));
    await merchant.command(`deposits/${id}/pay`, { late: true });
    await lookAgain(app, id);
    await until(async () => {
      await lookAgain(app, id);
      return (await merchant.status(id))['status'] === 'CONFIRMED';
    });
  });

  test('duplicated and reordered notices change nothing twice', async (t) => {
    const merchant = await openMerchant(gateway);
    const endpoint = await openEndpoint(merchant, undefined, t);
    await merchant.command('webhooks', { duplicate: true, shuffle: true });
    const deposits = await Promise.all(Array.from({ length: 6 }, () => merchant.deposit()));
    const withdrawals = await Promise.all(Array.from({ length: 4 }, () => merchant.withdraw()));
    const ids = [...deposits, ...withdrawals].map(({ id }) => String(id));
    await Promise.all(ids.map((id) => merchant.command(startOf(id))));
    await Promise.all(
      ids.map((id) => merchant.reaches(id, id.startsWith('dep_') ? sentOnChain : 'COMPLETED')),
    );
    for (const id of ids) assert.equal((await merchant.eventsOf(id)).length, 1);
    await until(() => endpoint.notified().length >= ids.length);
    const notifiedIds = endpoint.notified().map(({ data }) => String(data['id']));
    assert.deepEqual(notifiedIds.sort(), [...ids].sort());
  });
});

describe('unreliable responses', { concurrency: true }, () => {
  test('a provider that fails twice leads to 502 twice, then 201, under the same key', async () => {
    const merchant = await openMerchant(gateway);
    for (const [path, order] of [
      ['deposit', DEPOSIT],
      ['withdraw', WITHDRAWAL],
    ] as const) {
      const tries = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        tries.push((await create(merchant, path, { ...order, amountCents: 50_002 })).status);
      }
      assert.deepEqual(tries, [502, 502, 201]);
    }
    assert.equal((await merchant.list('/v1/api/transactions')).length, 2);
  });

  for (const [generation, charges] of [
    ['current', 2],
    ['legacy', 1],
  ] as const) {
    test(`a lost response of the ${generation} contract leaves ${charges} of each operation, one of them shown`, async () => {
      await loseAnswers(generation, charges);
    });
  }

  test('a provider that takes five seconds is waited for, and the key is in progress meanwhile', async () => {
    const merchant = await openMerchant(gateway);
    const order = { ...DEPOSIT, amountCents: 50_005 };
    const slow = create(merchant, 'deposit', order);
    await until(async () => (await keysOf(merchant)) === 1);
    const meanwhile = await create(merchant, 'deposit', order);
    assert.deepEqual(
      [meanwhile.status, meanwhile.body['error'], meanwhile.headers.get('retry-after')],
      [409, 'in_progress', '1'],
    );
    const answer = await slow;
    assert.equal(answer.status, 201);
    const replay = await create(merchant, 'deposit', order);
    assert.deepEqual([replay.status, replay.text], [201, answer.text]);
    assert.equal(replay.headers.get('idempotent-replayed'), 'true');
  });
});

test('a charge that was never shown is found, and its payment raises an alert', async () => {
  const merchant = await openMerchant(gateway);
  const { id: environmentId } = merchant.environment;
  // Only what is two minutes old is searched for, so this happened five minutes ago.
  await gateway.sandbox.call('PUT', environmentId, '/clock', { offsetMs: -300_000 });
  await create(merchant, 'deposit', { ...DEPOSIT, amountCents: 50_003 });
  await create(merchant, 'deposit', { ...DEPOSIT, amountCents: 50_003 });
  const [orphan] = (await merchant.books()).charges;
  const ref = String(orphan?.['id']);
  await gateway.sandbox.call('POST', environmentId, `/charges/${ref}/pay`, {});
  await until(async () => (await merchant.books()).charges[0]?.['status'] === 'depix_sent');
  await app.db`
    update provider_attempts set started_at = started_at - interval '5 minutes',
      ended_at = ended_at - interval '5 minutes' where environment_id = ${environmentId}`;
  await depositJobs(app)
    .find(({ name }) => name === 'deposit orphans')
    ?.turn();
  assert.deepEqual(await alertsAbout(app, ref), ['orphan_paid']);
  const orphans = await app.db<{ providerRef: string; foundBy: string }>`
    select provider_ref, found_by from orphans where environment_id = ${environmentId}`;
  assert.deepEqual(orphans, [{ providerRef: ref, foundBy: 'provider_list' }]);
  const [transaction, ...more] = await merchant.list('/v1/api/transactions');
  assert.deepEqual([transaction?.['status'], more], ['PENDING', []]);
});

/** Requests each operation until it is answered; the provider loses its first response. */
async function loseAnswers(generation: string, count: number): Promise<void> {
  const merchant = await openMerchant(gateway);
  const { id: environmentId } = merchant.environment;
  await gateway.sandbox.call('PUT', environmentId, '/switches', { generation });
  const shown: Record<string, string> = {};
  for (const [path, order] of [
    ['deposit', DEPOSIT],
    ['withdraw', WITHDRAWAL],
  ] as const) {
    const lost = await create(merchant, path, { ...order, amountCents: 50_003 });
    assert.deepEqual([lost.status, lost.body['error']], [502, 'provider_error']);
    assert.deepEqual(await merchant.list(`/v1/api/transactions?type=${typeOf(path)}`), []);
    const found = await create(merchant, path, { ...order, amountCents: 50_003 });
    assert.equal(found.status, 201, found.text);
    shown[path] = String(found.body['id']);
  }
  const { charges, withdrawals } = await merchant.books();
  const orphans = Array.from({ length: count - 1 }, () => null);
  assert.deepEqual(
    charges.map((row) => row['depositId']),
    [...orphans, shown['deposit']],
  );
  assert.deepEqual(
    withdrawals.map((row) => row['withdrawalId']),
    [...orphans, shown['withdraw']],
  );
  assert.equal(new Set(charges.map(({ nonce }) => nonce)).size, 1);
}

const sentOnChain = (seen: Record<string, unknown>): boolean => seen['blockchainTxId'] !== null;

function startOf(id: string): string {
  return id.startsWith('dep_') ? `deposits/${id}/pay` : `withdrawals/${id}/fund`;
}

function typeOf(path: 'deposit' | 'withdraw'): string {
  return path === 'deposit' ? 'deposit' : 'withdrawal';
}

/** The same key for each path, so that every later call is a retry. */
function create(merchant: Merchant, path: string, order: object) {
  return merchant.call('POST', `/v1/api/${path}`, order, { 'idempotency-key': `once ${path}` });
}

async function noticesOf(id: string): Promise<object[]> {
  return app.db`
    select i.id from provider_inbox i join deposits d using (provider_ref) where d.id = ${id}`;
}

async function causesOf(id: string): Promise<string[]> {
  const rows = await app.db<{ cause: string }>`
    select cause from transitions where resource_id = ${id}`;
  return rows.map(({ cause }) => cause);
}

async function willLookAgain(id: string): Promise<boolean> {
  const rows = await app.db`select id from deposits where id = ${id} and look_at is not null`;
  return rows.length > 0;
}

async function keysOf({ environment }: Merchant): Promise<number> {
  const rows = await app.db`
    select key from idempotency_keys where environment_id = ${environment.id}`;
  return rows.length;
}
