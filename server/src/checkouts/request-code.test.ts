import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openConnections } from '../../test/app.ts';
import { openLinkPage } from '../../test/checkouts.ts';
import { PAYER, STRANGER } from '../../test/merchant.ts';
import { openShops, type Shop } from '../../test/shop.ts';
import { ApiError } from '../errors.ts';
import { cents } from '../money.ts';
import { ProviderFailure, throttled, unknownOutcome } from '../provider/port.ts';
import { type LinkPage, stateOf } from './checkout.ts';
import type { Asker, PayerOrder } from './open-checkout.ts';
import { type CodeAnswer, renewCode, requestCode } from './request-code.ts';
import { findCheckout, readStandings } from './store.ts';

const { app, open } = await openShops();

const openLink = (shop: Shop) => openLinkPage(app, shop);

let networks = 0;
/** A network that no other request comes from. */
function newNetwork(): string {
  networks += 1;
  return `10.0.${String(networks >> 8)}.${String(networks & 255)}`;
}
const orderOf = (taxId = PAYER, amount = 5_000): PayerOrder => ({
  amountCents: cents(amount),
  taxId,
});
const ask = (asker: Partial<Asker> = {}): Asker => ({
  attempt: randomUUID(),
  network: newNetwork(),
  ...asker,
});

/** The checkout page that an answer leads to. */
async function pageOf(link: LinkPage, answer: CodeAnswer) {
  assert.equal(answer.kind, 'page', JSON.stringify(answer));
  const found = await findCheckout(app.db, link.slug, answer.token);
  assert.ok(found);
  const [standing] = await readStandings(app.db, [found.checkout]);
  assert.ok(standing);
  return { ...standing, state: stateOf(standing), checkout: found.checkout };
}

test('concurrent submissions of one form call the provider once', async () => {
  const shop = await open();
  const link = await openLink(shop);
  await openConnections(app);
  const asker = ask();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => requestCode(app, link, orderOf(), asker)),
  );
  const tokens = new Set(answers.map((answer) => answer.kind === 'page' && answer.token));
  assert.equal(tokens.size, 1);
  assert.equal(shop.calls.charges, 1);
});

test('concurrent forms of one payer for the same order get one code', async () => {
  const shop = await open();
  const link = await openLink(shop);
  await openConnections(app);
  const network = newNetwork();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => requestCode(app, link, orderOf(), ask({ network }))),
  );
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  assert.equal(shop.calls.charges, 1);
});

test('another form of the same order gets the code only if a minute is left to pay it', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const asker = ask();
  const first = await pageOf(link, await requestCode(app, link, orderOf(), asker));
  const expireIn = (left: string) => app.db`
    update deposits set expires_at = environment_now(environment_id) + ${left}::interval
    where id = ${first.depositId}`;
  const asked = async (asker: Asker) =>
    (await pageOf(link, await requestCode(app, link, orderOf(), asker))).depositId;
  await expireIn('90 seconds');
  assert.equal(await asked({ ...asker, attempt: randomUUID() }), first.depositId);
  await expireIn('59 seconds');
  assert.equal(await asked(asker), first.depositId, 'the same form still leads to its own code');
  assert.notEqual(await asked({ ...asker, attempt: randomUUID() }), first.depositId);
  assert.equal(shop.calls.charges, 2);
});

test('a different amount, payer, address or link is a different order', async () => {
  const shop = await open();
  const [link, other] = [await openLink(shop), await openLink(shop)];
  const network = newNetwork();
  await requestCode(app, link, orderOf(), ask({ network }));
  await requestCode(app, link, orderOf(PAYER, 5_001), ask({ network }));
  await requestCode(app, link, orderOf(STRANGER), ask({ network }));
  await requestCode(app, other, orderOf(), ask({ network }));
  await requestCode(app, link, orderOf(), ask());
  assert.equal(shop.calls.charges, 5);
});

test('a form resubmitted with another payer is a different order', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const asker = ask();
  const one = await requestCode(app, link, orderOf(), asker);
  const other = await requestCode(app, link, orderOf(STRANGER), asker);
  assert.notDeepEqual(one, other);
  assert.equal(shop.calls.charges, 2);
});

test('one address has at most five unpaid codes, also under concurrency, and a payment frees one', async () => {
  const shop = await open();
  const link = await openLink(shop);
  await openConnections(app);
  const network = newNetwork();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      requestCode(app, link, orderOf(PAYER, 1_000 + i), ask({ network })),
    ),
  );
  const made = answers.filter(({ kind }) => kind === 'page');
  assert.equal(made.length, 5);
  assert.equal(shop.calls.charges, 5);
  const [refused] = answers.filter(({ kind }) => kind !== 'page');
  assert.ok(refused?.kind === 'too_many');
  assert.ok(refused.retryAfterSeconds > 570 && refused.retryAfterSeconds <= 600);

  const [first] = made;
  assert.ok(first);
  const { depositId } = await pageOf(link, first);
  await app.db`update deposits set status = 'CONFIRMED', confirmed_at = now() where id = ${depositId}`;
  const next = await requestCode(app, link, orderOf(STRANGER), ask({ network }));
  assert.equal(next.kind, 'page');
  const again = await requestCode(app, link, orderOf(STRANGER, 2_000), ask({ network }));
  assert.equal(again.kind, 'too_many');
});

test('the limit of five counts over all links, and for each by itself in a sandbox without budgets', async () => {
  const shop = await open();
  const network = newNetwork();
  const sandboxOptions = { ...app.config.sandboxOptions, strict: true };
  const strict = { ...app, config: { ...app.config, sandboxOptions } };
  for (let i = 0; i < 5; i += 1) {
    const { kind } = await requestCode(strict, await openLink(shop), orderOf(), ask({ network }));
    assert.equal(kind, 'page');
  }
  const link = await openLink(shop);
  assert.equal((await requestCode(strict, link, orderOf(), ask({ network }))).kind, 'too_many');
  for (let i = 0; i < 5; i += 1) {
    const order = orderOf(PAYER, 1_000 + i);
    assert.equal((await requestCode(app, link, order, ask({ network }))).kind, 'page');
  }
  assert.equal((await requestCode(app, link, orderOf(), ask({ network }))).kind, 'too_many');
});

test('a link gives at most thirty unpaid codes a minute', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => requestCode(app, link, orderOf(PAYER, 1_000 + i), ask())),
  );
  assert.equal(answers.filter(({ kind }) => kind === 'page').length, 30);
  const refused = answers.find(({ kind }) => kind === 'too_many');
  assert.ok(refused?.kind === 'too_many' && refused.retryAfterSeconds <= 60);
  const elsewhere = await requestCode(app, await openLink(shop), orderOf(), ask());
  assert.equal(elsewhere.kind, 'page');
});

test("a code refused by the provider's rate limit can be requested later with the same form", async () => {
  const shop = await open();
  const link = await openLink(shop);
  const { createCharge } = shop.provider;
  Object.assign(shop.provider, { createCharge: () => Promise.reject(throttled(7)) });
  const asker = ask();
  assert.deepEqual(await requestCode(app, link, orderOf(), asker), {
    kind: 'busy',
    retryAfterSeconds: 7,
  });
  Object.assign(shop.provider, { createCharge });
  const { state } = await pageOf(link, await requestCode(app, link, orderOf(), asker));
  assert.equal(state, 'waiting');
});

test('after an unknown outcome concurrent retries continue the same deposit and get one code', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const { createCharge } = shop.provider;
  Object.assign(shop.provider, { createCharge: () => Promise.reject(unknownOutcome()) });
  const asker = ask();
  const unsure = await pageOf(link, await requestCode(app, link, orderOf(), asker));
  assert.equal(unsure.state, 'unstable');
  Object.assign(shop.provider, { createCharge });
  await openConnections(app);
  const pressed = await Promise.all(
    Array.from({ length: 4 }, () => renewCode(app, link, unsure.checkout, asker)),
  );
  for (const answer of pressed) {
    const { state, depositId } = await pageOf(link, answer);
    assert.equal(state, 'waiting');
    assert.equal(depositId, unsure.depositId);
  }
  assert.equal(shop.calls.charges, 1);
});

test("a provider refusal is shown on the page, with the payer's limit if there is one", async () => {
  const shop = await open();
  const link = await openLink(shop);
  const refuse = (refusal: ApiError) => {
    const createCharge = () => Promise.reject(new ProviderFailure('refused', refusal));
    Object.assign(shop.provider, { createCharge });
    return requestCode(app, link, orderOf(), ask());
  };
  const declined = await pageOf(link, await refuse(new ApiError('payer_declined')));
  assert.equal(declined.state, 'declined');
  const cap = new ApiError('invalid_amount', { limitCents: 50_000 });
  const capped = await pageOf(link, await refuse(cap));
  assert.deepEqual([capped.state, capped.limitCents], ['capped', 50_000]);
  const refused = await pageOf(link, await refuse(new ApiError('invalid_request')));
  assert.equal(refused.state, 'refused');
});

test('concurrent renewals of an expired code create one new code, with the same amount', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const asker = ask();
  const first = await pageOf(link, await requestCode(app, link, orderOf(), asker));
  assert.deepEqual(await renewCode(app, link, first.checkout, asker), {
    kind: 'page',
    token: first.checkout.token,
  });
  await app.db`
    update deposits set expires_at = now() - interval '1 second' where id = ${first.depositId}`;
  await openConnections(app);
  const pressed = await Promise.all(
    // A telephone that leaves a wireless network presses again from another one.
    Array.from({ length: 4 }, () => renewCode(app, link, first.checkout, ask())),
  );
  assert.equal(new Set(pressed.map((answer) => JSON.stringify(answer))).size, 1);
  const [answer] = pressed;
  assert.ok(answer);
  const second = await pageOf(link, answer);
  assert.notEqual(second.depositId, first.depositId);
  assert.deepEqual([second.state, second.amountCents], ['waiting', 5_000]);
  assert.equal(shop.calls.charges, 2);
});

test('a paused link creates no new codes, and still shows existing ones', async () => {
  const shop = await open();
  const link = await openLink(shop);
  const asker = ask();
  const made = await requestCode(app, link, orderOf(), asker);
  const pauses: Partial<LinkPage>[] = [
    { active: false },
    { safeMode: true },
    { environment: { ...link.environment, depositsEnabled: false } },
  ];
  for (const pause of pauses) {
    const paused = { ...link, ...pause };
    assert.deepEqual(await requestCode(app, paused, orderOf(), ask()), { kind: 'paused' });
    assert.deepEqual(await requestCode(app, paused, orderOf(), asker), made);
  }
  await app.db`update wallets set is_default = false where environment_id = ${shop.environment.id}`;
  assert.deepEqual(await requestCode(app, link, orderOf(), ask()), { kind: 'paused' });
  assert.equal(shop.calls.charges, 1);
});
