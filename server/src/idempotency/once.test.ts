import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { test } from 'node:test';
import { address as codec } from 'liquidjs-lib';
import { until } from '../../test/receiver.ts';
import { holdCharges, keyedDeposit, openShops, type Reply } from '../../test/shop.ts';
import { depositOperation } from '../deposits/create-deposit.ts';
import { ApiError } from '../errors.ts';
import { ProviderFailure, unknownOutcome } from '../provider/port.ts';
import { sweepKeys } from './end-key.ts';
import { once } from './once.ts';

const { app, open } = await openShops();

const outage = (): Promise<never> => Promise.reject(unknownOutcome());
const refusal = (): Promise<never> =>
  Promise.reject(new ProviderFailure('refused', new ApiError('payer_declined')));
const noRoom = new ApiError('rate_limited', { retryAfterSeconds: 7 });
const throttled = (): Promise<never> => Promise.reject(new ProviderFailure('not_executed', noRoom));

const codeOf = ({ status, error }: Reply): string => `${String(status)} ${error ?? ''}`.trim();

test('a repeated key replays the first response byte for byte, without calling the provider', async () => {
  const shop = await open();
  const order = { externalId: 'ação “7” 🜚', amountCents: 5_000 };
  const first = await shop.deposit('k', order);
  assert.deepEqual([first.status, first.headers['idempotent-replayed']], [201, undefined]);
  const replay = await shop.deposit('k', order);
  assert.deepEqual([replay.status, replay.text], [201, first.text]);
  assert.equal(replay.headers['idempotent-replayed'], 'true');
  assert.equal(replay.headers['content-type'], first.headers['content-type']);
  assert.equal(shop.calls.charges, 1);
});

test('member order does not make a different request, and any other content does', async () => {
  const shop = await open();
  await shop.deposit('k', { externalId: 'a', passFeesToPayer: true });
  assert.equal((await shop.deposit('k', { passFeesToPayer: true, externalId: 'a' })).status, 201);
  for (const other of [{ externalId: 'b' }, { externalId: 'a' }, { amountCents: 'x' }]) {
    assert.equal(codeOf(await shop.deposit('k', other)), '409 idempotency_mismatch');
  }
  assert.equal(codeOf(await shop.withdraw('k')), '409 idempotency_mismatch');
  assert.equal(shop.calls.charges, 1);
});

test('a key in flight answers in_progress, or idempotency_mismatch to other content', async () => {
  const shop = await open();
  const waiting = holdCharges(shop);
  const first = shop.deposit('k');
  await until(() => waiting.length === 1);
  const same = await shop.deposit('k');
  assert.deepEqual([codeOf(same), same.headers['retry-after']], ['409 in_progress', '1']);
  const other = await shop.deposit('k', { amountCents: 300 });
  assert.equal(codeOf(other), '409 idempotency_mismatch');
  waiting[0]?.();
  assert.equal((await first).status, 201);
});

test('every final failure uses up the key, whatever is sent with it afterwards', async () => {
  const shop = await open();
  const failures: [object, string][] = [
    [{ amountCents: 199 }, '400 invalid_amount'],
    [{ amountCents: '1000' }, '400 invalid_amount'],
    [{ taxId: '1' }, '400 invalid_tax_id'],
    [{ walletId: 7 }, '400 invalid_request'],
    [{ passFeesToPayer: null }, '400 invalid_request'],
    [{ walletId: 'wal_01jd0000000000000000000000' }, '400 no_liquid_address'],
  ];
  for (const [index, [order, expected]] of failures.entries()) {
    const key = String(index);
    assert.equal(codeOf(await shop.deposit(key, order)), expected);
    assert.equal(codeOf(await shop.deposit(key, order)), '409 previous_error');
    assert.equal(codeOf(await shop.deposit(key)), '409 previous_error');
  }
  assert.equal(shop.calls.charges, 0);
  shop.provider.createCharge = refusal;
  assert.equal(codeOf(await shop.deposit('declined')), '422 payer_declined');
  assert.equal(codeOf(await shop.deposit('declined')), '409 previous_error');
});

test('after an unknown outcome the same request continues with the same nonce, and another is a mismatch', async () => {
  const shop = await open();
  const { createCharge } = shop.provider;
  const nonces: string[] = [];
  shop.provider.createCharge = (order) => {
    nonces.push(order.nonce);
    return nonces.length < 3 ? outage() : createCharge(order);
  };
  assert.equal(codeOf(await shop.deposit('k')), '502 provider_error');
  assert.equal(codeOf(await shop.deposit('k', { amountCents: 300 })), '409 idempotency_mismatch');
  assert.equal(codeOf(await shop.deposit('k')), '502 provider_error');
  assert.equal(codeOf(await shop.deposit('k')), '201');
  assert.deepEqual(nonces.length, 3);
  assert.equal(new Set(nonces).size, 1, 'all attempts carry one nonce');
});

test('the terms of the first attempt hold for the next, whatever changes in between', async () => {
  const shop = await open();
  const { createCharge } = shop.provider;
  shop.provider.createCharge = outage;
  assert.equal((await shop.deposit('k')).status, 502);
  await app.db`
    update environments set deposit_fee_fixed_cents = 150 where id = ${shop.environment.id}`;
  await app.db`
    update wallets set is_default = false, deleted_at = now()
    where environment_id = ${shop.environment.id}`;
  shop.provider.createCharge = createCharge;
  const answer = await shop.deposit('k');
  assert.equal(answer.status, 201, answer.text);
  assert.match(answer.text, /"feeCents":199,/);
});

test('a call that was not executed leaves the key unused', async () => {
  const shop = await open();
  const { createCharge } = shop.provider;
  shop.provider.createCharge = throttled;
  const busy = await shop.deposit('k');
  assert.deepEqual([codeOf(busy), busy.headers['retry-after']], ['429 rate_limited', '7']);
  shop.provider.createCharge = createCharge;
  assert.equal((await shop.deposit('k', { amountCents: 300 })).status, 201);
});

test('a retry that was not executed leaves the key resting, bound to its first request', async () => {
  const shop = await open();
  const { createCharge } = shop.provider;
  shop.provider.createCharge = outage;
  assert.equal((await shop.deposit('k')).status, 502);
  shop.provider.createCharge = throttled;
  assert.equal((await shop.deposit('k')).status, 429);
  shop.provider.createCharge = createCharge;
  assert.equal(codeOf(await shop.deposit('k', { amountCents: 300 })), '409 idempotency_mismatch');
  assert.equal((await shop.deposit('k')).status, 201);
});

test('a switched-off account refuses new keys, and still replays completed ones', async () => {
  const shop = await open();
  const request = keyedDeposit(app, shop);
  const { body } = await once(app, request, depositOperation);
  const off = { ...request, closed: new ApiError('deposits_disabled') };
  const replay = await once(app, off, depositOperation);
  assert.deepEqual([replay.replayed, replay.body], [true, body]);
  const other = once(app, { ...off, content: 'another request' }, depositOperation);
  await assert.rejects(other, { code: 'idempotency_mismatch' });
  const fresh = once(app, { ...off, key: 'new' }, depositOperation);
  await assert.rejects(fresh, { code: 'deposits_disabled' });
  const rows = await app.db`
    select key from idempotency_keys where environment_id = ${shop.environment.id} and key = 'new'`;
  assert.deepEqual(rows, []);
});

test('a created payout whose first reading failed is read again, not created again', async () => {
  const shop = await open();
  const { readPayout } = shop.provider;
  shop.provider.readPayout = outage;
  assert.equal(codeOf(await shop.withdraw('k')), '502 provider_error');
  shop.provider.readPayout = readPayout;
  assert.equal((await shop.withdraw('k')).status, 201);
  assert.equal(shop.calls.payouts, 1);
});

test('a created payout is never created again, whatever error its first reading gets', async () => {
  for (const outcome of ['not_executed', 'refused'] as const) {
    const shop = await open();
    const { readPayout } = shop.provider;
    shop.provider.readPayout = async () => {
      throw new ProviderFailure(outcome, new ApiError('rate_limited'));
    };
    assert.equal(codeOf(await shop.withdraw('k')), '502 provider_error');
    shop.provider.readPayout = readPayout;
    assert.equal((await shop.withdraw('k')).status, 201);
    assert.equal(shop.calls.payouts, 1);
  }
});

test('a payout whose key is abandoned is recorded as an orphan', async () => {
  const shop = await open();
  shop.provider.readPayout = outage;
  assert.equal(codeOf(await shop.withdraw('k')), '502 provider_error');
  await app.db`
    update idempotency_keys set updated_at = now() - interval '25 hours'
    where environment_id = ${shop.environment.id}`;
  await sweepKeys(app.db, 30);
  const orphans = await app.db`
    select operation, found_by from orphans where environment_id = ${shop.environment.id}`;
  assert.deepEqual(orphans, [{ operation: 'withdrawal', foundBy: 'late_answer' }]);
});

test('a payout that differs from the order or does not await funding is never shown, and raises an alert', async () => {
  const shop = await open();
  const { readPayout } = shop.provider;
  for (const change of [
    { payoutCents: 4_999 },
    { depositAmountCents: 1 },
    { depositAddress: 'x' },
    { pixKey: 'joao@example.com' },
    { expiresAt: new Date(Date.now() - 1_000) },
    ...['canceled', 'refunded', 'error', 'sending', 'sent'].map((status) => ({ status })),
    { blockchainTxId: 'a'.repeat(64) },
  ]) {
    // The cast makes this stand in for an answer that the adapter let through.
    shop.provider.readPayout = async (ref) => ({ ...(await readPayout(ref)), ...change }) as never;
    assert.equal(codeOf(await shop.withdraw('k')), '502 provider_error');
  }
  shop.provider.readPayout = readPayout;
  const { text } = await shop.withdraw('k');
  // The answer's shape is checked against 201's schema elsewhere.
  const { id } = JSON.parse(text) as { id: string };
  const [alert] = await app.db`select kind, times from operator_alerts where subject = ${id}`;
  assert.deepEqual(alert, { kind: 'nonsense_answer', times: 11 });
});

test('a payout that the provider denies twice becomes an orphan, and the same key creates another', async () => {
  const denials = [() => undefined, (reading: object) => ({ ...reading, expiresAt: undefined })];
  for (const deny of denials) {
    const shop = await open();
    const { createPayout, readPayout } = shop.provider;
    let first: string | undefined;
    shop.provider.createPayout = async (order) => {
      const made = await createPayout(order);
      first ??= made.ref;
      return made;
    };
    // The cast as above.
    shop.provider.readPayout = async (ref) => {
      const reading = await readPayout(ref);
      return (ref === first && reading ? deny(reading) : reading) as typeof reading;
    };
    assert.equal(codeOf(await shop.withdraw('k')), '502 provider_error');
    assert.equal(codeOf(await shop.withdraw('k')), '502 provider_error');
    assert.equal(shop.calls.payouts, 1);
    assert.equal((await shop.withdraw('k')).status, 201);
    assert.equal(shop.calls.payouts, 2);
    const orphans = await app.db<{ providerRef: string }>`
      select provider_ref from orphans where environment_id = ${shop.environment.id}`;
    assert.deepEqual(orphans, [{ providerRef: first }]);
  }
});

test('a funding address that was used before is never shown again, and raises an alert', async () => {
  const blinded = (plain: string): string =>
    codec.toConfidential(
      plain,
      Buffer.from(createECDH('secp256k1').generateKeys('hex', 'compressed'), 'hex'),
    );
  for (const writeAgain of [(text: string) => text, blinded]) {
    const shop = await open();
    const { createPayout, readPayout } = shop.provider;
    const first = await shop.withdraw('first');
    // The shape as above.
    const shown = JSON.parse(first.text) as { depositAddress: string };
    const depositAddress = writeAgain(shown.depositAddress);
    shop.provider.createPayout = async (order) => ({
      ...(await createPayout(order)),
      depositAddress,
    });
    shop.provider.readPayout = async (ref) => {
      const reading = await readPayout(ref);
      return reading && { ...reading, depositAddress };
    };
    assert.equal(codeOf(await shop.withdraw('second')), '502 provider_error');
    const alerts = await app.db<{ kind: string }>`
      select kind from operator_alerts where environment_id = ${shop.environment.id}`;
    assert.deepEqual(alerts, [{ kind: 'nonsense_answer' }]);
    // The same key continues as soon as the provider answers correctly.
    Object.assign(shop.provider, { createPayout, readPayout });
    assert.equal((await shop.withdraw('second')).status, 201);
  }
});
