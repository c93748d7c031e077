import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openLinkPage } from '../../test/checkouts.ts';
import { PAYER, STRANGER } from '../../test/merchant.ts';
import { openShops, type Shop } from '../../test/shop.ts';
import { cents } from '../money.ts';
import { type ProviderFailure, throttled, unknownOutcome } from '../provider/port.ts';
import { type LinkPage, stateOf } from './checkout.ts';
import { erasePayerAddresses } from './erase-payer-addresses.ts';
import { renewCode, requestCode } from './request-code.ts';
import { findCheckout, lockPayerAndLink, readStandings } from './store.ts';

const { app, open } = await openShops();

const openLink = (shop: Shop) => openLinkPage(app, shop);

const orderOf = (taxId = PAYER, amount = 5_000) => ({ amountCents: cents(amount), taxId });
const ask = (n: number) => ({ attempt: randomUUID(), network: `10.0.0.${String(n)}` });

test('a refusal by a full link and a repeated request for a code wait for no lock', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const askers = Array.from({ length: 30 }, (_, n) => ask(n));
  const pages = await Promise.all(askers.map((asker) => requestCode(app, link, orderOf(), asker)));
  await app.db.begin(async (tx) => {
    // Hold the locks like the payer of the burst whose turn it is.
    await lockPayerAndLink(tx, randomBytes(32), link.id);
    const refused = await requestCode(app, link, orderOf(), ask(30));
    assert.equal(refused.kind, 'too_many');
    const [asker] = askers;
    assert.ok(asker);
    assert.deepEqual(await requestCode(app, link, orderOf(), asker), pages[0]);
    const otherForm = { ...ask(0), network: asker.network };
    assert.deepEqual(await requestCode(app, link, orderOf(), otherForm), pages[0]);
    assert.equal((await requestCode(app, link, orderOf(STRANGER), asker)).kind, 'too_many');
  });
});

test('a form resubmitted after an unknown outcome leads to its page, even if there is no room to ask', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const fail = (failure: ProviderFailure) =>
    Object.assign(shop.provider, { createCharge: () => Promise.reject(failure) });
  fail(unknownOutcome());
  const asker = ask(0);
  const unsure = await requestCode(app, link, orderOf(), asker);
  assert.equal(unsure.kind, 'page');
  fail(throttled(7));
  assert.deepEqual(await requestCode(app, link, orderOf(), asker), unsure);
});

test('a form resubmitted after its idempotency key has expired is retried like a new one', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const { createCharge } = shop.provider;
  Object.assign(shop.provider, { createCharge: () => Promise.reject(unknownOutcome()) });
  const asker = ask(0);
  const answer = await requestCode(app, link, orderOf(), asker);
  const unsure = answer.kind === 'page' && (await findCheckout(app.db, link.slug, answer.token));
  assert.ok(unsure);
  const { environmentId, depositId } = unsure.checkout;
  await renewCode(app, link, unsure.checkout, asker);
  // The state after a day, when the provider's list has been searched, and another month.
  await app.db`update provider_attempts set looked_through = true where resource_id = ${depositId}`;
  await app.db`
    delete from idempotency_keys
    where environment_id = ${environmentId} and resource_id = ${depositId}`;
  await requestCode(app, link, orderOf(), asker);
  const [first] = await app.db<{ lookedThrough: boolean; outcome: string }>`
    select looked_through, outcome from provider_attempts
    where resource_id = ${depositId} and attempt = 1`;
  assert.deepEqual(first, { lookedThrough: false, outcome: 'unknown' });
  Object.assign(shop.provider, { createCharge });
  await renewCode(app, link, unsure.checkout, asker);
  const [standing] = await readStandings(app.db, [unsure.checkout]);
  assert.equal(standing && stateOf(standing), 'waiting');
  assert.equal(shop.calls.charges, 1);
});

/** As if everything on the link had been asked for that long ago. */
const age = (link: LinkPage, interval: string) => app.db`
  update checkouts set created_at = now() - ${interval}::interval
  where payment_link_id = ${link.id}`;

/** Five orders from one network, as many as may be open, each for another amount. */
async function fillNetwork(link: LinkPage, network: string): Promise<void> {
  for (let i = 0; i < 5; i += 1) {
    const asker = { attempt: randomUUID(), network };
    await requestCode(app, link, orderOf(STRANGER, 1_000 + i), asker);
  }
}

test('an order without room in the budget counts for half a minute, one with an unknown outcome like a code', async () => {
  for (const [failure, after, later] of [
    [throttled(1), '31 seconds', 'busy'],
    [unknownOutcome(), '9 minutes', 'too_many'],
  ] as const) {
    const shop = await open();
    const link = await openLink(shop);
    Object.assign(shop.provider, { createCharge: () => Promise.reject(failure) });
    const asker = ask(80);
    await fillNetwork(link, asker.network);
    const next = async () => (await requestCode(app, link, orderOf(), asker)).kind;
    await age(link, '15 seconds');
    assert.equal(await next(), 'too_many');
    await age(link, after);
    assert.equal(await next(), later);
  }
});

test('a form without a result is continued for half an hour, and then needs room for a new order', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const { createCharge } = shop.provider;
  const [asker, sooner] = [ask(81), { ...ask(81), attempt: randomUUID() }];
  const forms = [
    { asker, taxId: PAYER, asked: '31 minutes', kind: 'too_many' },
    { asker: sooner, taxId: STRANGER, asked: '29 minutes', kind: 'page' },
  ];
  for (const { asker, taxId, asked } of forms) {
    Object.assign(shop.provider, { createCharge: () => Promise.reject(throttled(1)) });
    assert.equal((await requestCode(app, link, orderOf(taxId), asker)).kind, 'busy');
    await app.db`
      update checkouts set created_at = now() - ${asked}::interval
      where attempt = ${asker.attempt}`;
  }
  Object.assign(shop.provider, { createCharge });
  await fillNetwork(link, asker.network);
  for (const { asker, taxId, kind } of forms) {
    assert.equal((await requestCode(app, link, orderOf(taxId), asker)).kind, kind);
  }
});

test('an unsuccessful attempt is deleted after an hour, and its form still creates one code', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const { createCharge } = shop.provider;
  const [made, busy] = [ask(40), ask(41)];
  await requestCode(app, link, orderOf(), made);
  Object.assign(shop.provider, { createCharge: () => Promise.reject(throttled(1)) });
  assert.equal((await requestCode(app, link, orderOf(STRANGER), busy)).kind, 'busy');
  const attempts = async (): Promise<string[]> => {
    const rows = await app.db<{ attempt: string }>`
      select attempt from checkouts where payment_link_id = ${link.id}`;
    return rows.map(({ attempt }) => attempt).sort();
  };
  assert.deepEqual(await attempts(), [made.attempt, busy.attempt].sort());

  // Too old to continue, and not deleted yet.
  await age(link, '45 minutes');
  assert.equal((await requestCode(app, link, orderOf(STRANGER), busy)).kind, 'busy');
  await erasePayerAddresses(app.db);
  assert.deepEqual(await attempts(), [made.attempt, busy.attempt].sort());

  await age(link, '2 hours');
  await erasePayerAddresses(app.db);
  assert.deepEqual(await attempts(), [made.attempt]);
  Object.assign(shop.provider, { createCharge });
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => requestCode(app, link, orderOf(STRANGER), busy)),
  );
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  assert.equal(answers[0]?.kind, 'page');
  assert.equal(shop.calls.charges, 2);
});

test('a checkout that was charged or may still be is kept, without the address of its payer', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const { createCharge } = shop.provider;
  const [unsure, made] = [ask(60), ask(61)];
  Object.assign(shop.provider, { createCharge: () => Promise.reject(unknownOutcome()) });
  await requestCode(app, link, orderOf(), unsure);
  Object.assign(shop.provider, { createCharge });
  await requestCode(app, link, orderOf(STRANGER), made);
  // As after a month: the charge that was made needs no key.
  await app.db`
    delete from idempotency_keys k using checkouts c
    where c.attempt = ${made.attempt} and k.environment_id = c.environment_id
      and k.resource_id = c.deposit_id`;
  await age(link, '2 hours');
  await erasePayerAddresses(app.db);
  const kept = await app.db<{ attempt: string; payerAddress: unknown }>`
    select attempt, payer_address from checkouts where payment_link_id = ${link.id}`;
  assert.deepEqual(
    new Map(kept.map(({ attempt, payerAddress }) => [attempt, payerAddress])),
    new Map([unsure, made].map(({ attempt }) => [attempt, null])),
  );
});
