import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { showDeposit } from '../../test/dashboard/show-chain.ts';
import { type Merchant, openMerchant } from '../../test/merchant.ts';
import { openPerson } from '../../test/person.ts';
import { testEnvironment } from '../../test/app.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { storedDelivery } from '../../test/webhooks.ts';
import { newId } from '../ids.ts';

const gateway = await openGateway();
const { app } = gateway;

async function openStrictShop() {
  const tenant = await testEnvironment(app);
  const person = await openPerson(gateway, { [tenant.accountId]: 'viewer' });
  /** A deposit of R$ 50.00 net with the given creation and confirmation times. */
  const store = async (createdAt: string, confirmedAt?: string, status = 'CONFIRMED') => {
    const at = new Date(createdAt);
    const { id } = await storedDeposit(app, tenant, { createdAt: at, updatedAt: at });
    if (confirmedAt !== undefined) {
      await app.db`
        update deposits set status = ${status}, confirmed_at = ${confirmedAt},
          refunded_at = ${confirmedAt} where id = ${id}`;
    }
  };
  return { tenant, person, store, at: `/accounts/${tenant.accountId}/test` };
}

test('a period counts what was confirmed in it, by days in Brasília time', async () => {
  const { person, store, at } = await openStrictShop();
  // The last second of October, the first and last of November, the first of December.
  await store('2026-11-01T02:59:59Z', '2026-11-01T02:59:59Z');
  await store('2026-11-01T02:59:59Z', '2026-11-01T03:00:00Z');
  await store('2026-12-01T02:59:59Z', '2026-12-01T02:59:59.999Z');
  await store('2026-12-01T02:59:59Z', '2026-12-01T03:00:00Z');
  // Refunded: neither received nor counted as paid any more, in the period before either.
  await store('2026-11-15T12:00:00Z', '2026-11-15T12:00:00Z', 'REFUNDED');
  await store('2026-10-15T12:00:00Z', '2026-10-15T12:00:00Z', 'REFUNDED');
  await store('2026-11-15T12:00:00Z');
  const custom = 'period=custom&from=2026-11-01&to=2026-11-30';
  const { body, status, text } = await person.call('GET', `${at}/overview?${custom}`);
  assert.equal(status, 200, text);
  const { days, previous, health, ...sums } = body as Record<string, unknown> & {
    days: { day: string; receivedCents: number; count: number }[];
  };
  assert.deepEqual(sums, {
    from: '2026-11-01T03:00:00.000Z',
    to: '2026-12-01T03:00:00.000Z',
    receivedCents: 10_000,
    feeCents: 398,
    paidCount: 2,
    createdCount: 4,
    pendingCount: 1,
    pendingCents: 5_000,
    mismatches: [],
  });
  assert.deepEqual(previous, {
    receivedCents: 5_000,
    feeCents: 199,
    paidCount: 1,
    createdCount: 3,
  });
  assert.equal(days.length, 30);
  assert.deepEqual(
    days.filter(({ count }) => count > 0),
    [
      { day: '2026-11-01', receivedCents: 5_000, count: 1 },
      { day: '2026-11-30', receivedCents: 5_000, count: 1 },
    ],
  );
  assert.deepEqual(health, { provider: 'normal', since: null, webhookSuccess24h: null });
});

test("today follows the environment's clock", async () => {
  const { tenant, person, at } = await openStrictShop();
  await app.db`
    update environments set clock_offset_ms = 40::bigint * 86400000 where id = ${tenant.environment.id}`;
  const { body } = await person.call('GET', `${at}/overview?period=today`);
  const days = body['days'] as { day: string }[];
  const [row] = await app.db<{ today: string }>`
    select to_char((now() + interval '40 days') at time zone 'America/Sao_Paulo', 'YYYY-MM-DD')
      as today`;
  assert.deepEqual(days, [{ day: row?.today, receivedCents: 0, count: 0 }]);
});

test('an incomplete custom period is refused', async () => {
  const { person, at } = await openStrictShop();
  const { status, body } = await person.call('GET', `${at}/overview?period=custom&from=2026-11-01`);
  assert.deepEqual([status, body['error']], [400, 'invalid_request']);
});

test('health reports a paused, a missing and an unstable provider', async () => {
  const { tenant, person, at } = await openStrictShop();
  const { id } = tenant.environment;
  const healthAt = async (path: string) =>
    (await person.call('GET', `${path}/overview`)).body['health'] as Record<string, unknown>;
  const live = await healthAt(`/accounts/${tenant.accountId}/live`);
  assert.equal(live['provider'], 'not_configured');
  for (let count = 0; count < 3; count += 1) {
    await app.db`
      insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
        nonce, intent, updated_at)
      values (${id}, ${String(count)}, '', 'deposit', ${newId('dep')}, 'resting',
        gen_random_uuid(), ${app.vault.seal('idempotency_keys.intent', '{}')},
        now() - ${count} * interval '1 minute')`;
  }
  const unstable = await healthAt(at);
  assert.equal(unstable['provider'], 'unstable');
  const [oldest] = await app.db<{ at: Date }>`
    select min(updated_at) as at from idempotency_keys where environment_id = ${id}`;
  assert.equal(unstable['since'], oldest?.at.toISOString());
  await app.db`update idempotency_keys set updated_at = now() - interval '1 hour'
    where environment_id = ${id}`;
  assert.equal((await healthAt(at))['provider'], 'normal');
  await app.db`update environments set deposits_enabled = false where id = ${id}`;
  assert.equal((await healthAt(at))['provider'], 'paused');
});

test('failed deliveries of a listener do not count in the webhook success rate', async () => {
  const { tenant, person, at } = await openStrictShop();
  const { id } = tenant.environment;
  const healthOf = async () =>
    (await person.call('GET', `${at}/overview`)).body['health'] as Record<string, unknown>;
  await storedDelivery(app, id, 'listener://desk', 'failed');
  await storedDelivery(app, id, 'https://shop.example', 'succeeded');
  assert.equal((await healthOf())['webhookSuccess24h'], 10_000);
});

test("another environment’s problems do not affect this one's health", async () => {
  const [mine, theirs] = [await openStrictShop(), await openStrictShop()];
  for (let count = 0; count < 5; count += 1) {
    await app.db`
      insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
        nonce, intent)
      values (${theirs.tenant.environment.id}, ${String(count)}, '', 'deposit', ${newId('dep')},
        'resting', gen_random_uuid(), ${app.vault.seal('idempotency_keys.intent', '{}')})`;
  }
  const { body } = await mine.person.call('GET', `${mine.at}/overview`);
  assert.equal((body['health'] as { provider: string }).provider, 'normal');
});

test('a deposit with a chain mismatch is marked in the list and named in the overview', async () => {
  const shop = await openMerchant(gateway);
  const person = await openPerson(gateway, { [shop.accountId]: 'viewer' });
  const at = `/accounts/${shop.accountId}/test`;
  const { db } = app;
  const [right, wrong] = [await paidOf(shop), await paidOf(shop)];
  await showDeposit(db, right, { state: 'seen', confirmations: 1, arrivedCents: 5_000 });
  const fault = { state: 'mismatch', fault: 'other_amount' } as const;
  await showDeposit(db, wrong, { ...fault, confirmations: 3, arrivedCents: 4_999 });
  const marks = async () => {
    const { data } = (await person.call('GET', `${at}/deposits`)).body as { data: Marked[] };
    return data.filter(({ isMismatch }) => isMismatch).map((row) => row.id);
  };
  const named = async () => {
    const { body } = await person.call('GET', `${at}/overview`);
    return (body as { mismatches: { depositId: string }[] }).mismatches;
  };
  assert.deepEqual(await marks(), [wrong]);
  const [only, ...others] = await named();
  assert.deepEqual([only?.depositId, others], [wrong, []]);
  const shown = (await person.call('GET', `${at}/deposits/${wrong}`)).body;
  assert.equal(shown['isMismatch'], true);
  const { checkedAt, ...chain } = shown['chain'] as Record<string, unknown>;
  assert.equal(typeof checkedAt, 'string');
  assert.deepEqual(chain, {
    ...fault,
    confirmations: 3,
    confirmationsNeeded: app.config.chain.confirmations,
    assetOk: true,
    amountOk: false,
    arrivedCents: 4_999,
  });
  // A month after the check the overview stops naming the problem; the list still marks it.
  await db`
    update deposit_checks set checked_at = now() - interval '31 days' where deposit_id = ${wrong}`;
  assert.deepEqual([await named(), await marks()], [[], [wrong]]);
});

interface Marked {
  readonly id: string;
  readonly isMismatch: boolean;
}

async function paidOf(shop: Merchant): Promise<string> {
  const id = String((await shop.deposit())['id']);
  await shop.command(`deposits/${id}/pay`);
  await shop.reaches(id, 'CONFIRMED');
  return id;
}
