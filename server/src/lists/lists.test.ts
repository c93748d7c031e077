import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { type Merchant, openMerchant, STRANGER, WITHDRAWAL } from '../../test/merchant.ts';
import { openPerson, type Person } from '../../test/person.ts';
import { showDeposit, showFunding } from '../../test/dashboard/show-chain.ts';
import { until } from '../../test/receiver.ts';
import { newId } from '../ids.ts';

const gateway = await openGateway();

async function openShop(role: 'owner' | 'developer' | 'viewer' = 'owner') {
  const shop = await openMerchant(gateway);
  const person = await openPerson(gateway, { [shop.accountId]: role });
  const at = `/accounts/${shop.accountId}/test`;
  return { shop, person, at };
}

async function ids(person: Person, path: string): Promise<unknown[]> {
  const { status, body, text } = await person.call('GET', path);
  assert.equal(status, 200, text);
  const { data } = body as { data: { id: string }[] };
  return data.map(({ id }) => id);
}

async function linkOf(shop: Merchant): Promise<{ id: string; slug: string }> {
  const { body, text } = await shop.call('POST', '/v1/api/payment-links', { title: 'Curso' });
  const { url = '' } = body as { url?: string };
  assert.ok(url, text);
  return { id: String(body['id']), slug: url.slice(url.lastIndexOf('/') + 1) };
}

test('each filter narrows a list, and filters combine', async () => {
  const { shop, person, at } = await openShop();
  const link = await linkOf(shop);
  const one = String((await shop.deposit({ externalId: 'order 1', amountCents: 1_000 }))['id']);
  const two = String((await shop.deposit({ amountCents: 2_000 }))['id']);
  const three = String((await shop.deposit({ amountCents: 3_000 }))['id']);
  const { db } = gateway.app;
  await db`update deposits set payment_link_id = ${link.id} where id = ${two}`;
  await shop.command(`deposits/${three}/pay`);
  await shop.reaches(three, 'CONFIRMED');
  const headers = { 'idempotency-key': randomUUID() };
  const made = await person.call('POST', `${at}/deposit`, ORDER, headers);
  assert.equal(made.status, 201, made.text);
  const four = String(made.body['id']);

  const txid = await txidOf(three);
  const filters: readonly (readonly [string, readonly string[]])[] = [
    ['', [four, three, two, one]],
    ['?origin=panel', [four]],
    ['?origin=link', [two]],
    ['?origin=api', [three, one]],
    ['?status=CONFIRMED', [three]],
    [`?walletId=${shop.walletId}`, [four, three, two, one]],
    [`?walletId=${shop.walletId}&status=PENDING&maxCents=1999`, [one]],
    [`?walletId=${newId('wal')}`, []],
    [`?paymentLinkId=${link.id}`, [two]],
    ['?minCents=2000&maxCents=3000&status=CONFIRMED', [three]],
    ['?minCents=2000&maxCents=3000&origin=api', [three]],
    ['?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z', []],
    ['?q=order%201', [one]],
    ['?q=order%201&status=FAILED', []],
    [`?q=${two}`, [two]],
    [`?q=${link.slug}`, [two]],
    [`?q=${txid}`, [three]],
    ['?q=nothing', []],
  ];
  for (const [filter, expected] of filters) {
    assert.deepEqual(await ids(person, `${at}/deposits${filter}`), expected, filter);
  }
  const [first] = (await person.call('GET', `${at}/deposits?limit=1`)).body['data'] as [object];
  const { createdAt, updatedAt } = made.body;
  assert.deepEqual(first, {
    createdAt,
    updatedAt: updatedAt ?? createdAt,
    id: four,
    status: 'PENDING',
    reason: 'awaiting',
    amountCents: 5_000,
    feeCents: 199,
    totalCents: 5_199,
    netCents: 5_000,
    payer: '***.456.789-**',
    walletId: shop.walletId,
    walletLabel: '',
    origin: 'panel',
    paymentLinkId: null,
    linkTitle: null,
    externalId: null,
    isMismatch: false,
  });
});

/** Waits for the transaction, which becomes known after the deposit was confirmed. */
async function txidOf(id: string): Promise<string> {
  let txid: string | null = null;
  await until(async () => {
    const [row] = await gateway.app.db<{ txid: string | null }>`
      select blockchain_tx_id as txid from deposits where id = ${id}`;
    txid = row?.txid ?? null;
    return txid !== null;
  });
  return String(txid);
}

const ORDER = { amountCents: 5_000, taxId: '12345678909' };

test('the pages of a filtered list have no gaps or repeats', async () => {
  const { shop, person, at } = await openShop();
  const made: unknown[] = [];
  for (let count = 0; count < 5; count += 1) {
    made.unshift((await shop.deposit({ amountCents: 1_000 + count }))['id']);
  }
  const seen: unknown[] = [];
  let cursor = '';
  do {
    const { body } = await person.call('GET', `${at}/deposits?limit=2&minCents=1000${cursor}`);
    seen.push(...(body as { data: { id: string }[] }).data.map(({ id }) => id));
    cursor = typeof body['nextCursor'] === 'string' ? `&cursor=${body['nextCursor']}` : '';
  } while (cursor !== '');
  assert.deepEqual(seen, made);
});

test('a deposit is shown with its timeline and its raw status', async () => {
  const { shop, person, at } = await openShop('viewer');
  const id = String((await shop.deposit())['id']);
  await shop.command(`deposits/${id}/pay`);
  await shop.reaches(id, 'CONFIRMED');
  // The network makes new blocks between two calls.
  await showDeposit(gateway.app.db, id, { state: 'confirmed', confirmations: 2 });
  const { body, status } = await person.call('GET', `${at}/deposits/${id}`);
  assert.equal(status, 200);
  const { timeline, raw, ...rest } = body;
  const moments = (timeline as { what: string }[]).map(({ what }) => what);
  assert.deepEqual(moments, ['created', 'confirmed']);
  assert.deepEqual(raw, (await shop.call('GET', `/v1/api/deposit/${id}/status`)).body);
  assert.equal(rest['documentMatch'], 'same');
  assert.equal(rest['pixQrImage'], `${gateway.app.config.baseUrl}/qr/${id}.png`);
});

test('a withdrawal is shown with the state and amount of its payment on chain', async () => {
  const { shop, person, at } = await openShop('viewer');
  const id = String((await shop.withdraw())['id']);
  const short = { state: 'seen', problem: 'short', confirmations: 1 } as const;
  await showFunding(gateway.app.db, id, { ...short, arrivedCents: 700 });
  const { body } = await person.call('GET', `${at}/withdrawals/${id}`);
  const { checkedAt, txId, ...chain } = body['chain'] as Record<string, unknown>;
  assert.deepEqual([typeof checkedAt, typeof txId], ['string', 'string']);
  const needed = gateway.app.config.chain.confirmations;
  assert.deepEqual(chain, { ...short, confirmationsNeeded: needed, arrivedCents: 700 });
});

test('a payer other than the announced one is shown as different', async () => {
  const { shop, person, at } = await openShop();
  const id = String((await shop.deposit())['id']);
  await shop.command(`deposits/${id}/pay`, { payerTaxId: STRANGER });
  await shop.reaches(id, 'REFUNDED');
  const { body } = await person.call('GET', `${at}/deposits/${id}`);
  assert.deepEqual([body['documentMatch'], body['reason']], ['different', 'estorno']);
  assert.match(String(body['alertId']), /^med_/);
  const whats = (body['timeline'] as { what: string }[]).map(({ what }) => what);
  assert.ok(whats.includes('estorno'), whats.join());
});

test('a withdrawal is listed with a masked Pix key, and shown with it and its payment URI', async () => {
  const { shop, person, at } = await openShop();
  const id = String((await shop.withdraw({ externalId: 'payout 1' }))['id']);
  for (const filter of ['', '?q=payout%201', `?q=${id}`, '?status=PENDING', '?minCents=200']) {
    assert.deepEqual(await ids(person, `${at}/withdrawals${filter}`), [id], filter);
  }
  assert.deepEqual(await ids(person, `${at}/withdrawals?maxCents=200`), []);
  const list = await person.call('GET', `${at}/withdrawals`);
  assert.match(list.text, /"pixKey":"[^"]*[•*]/);
  const { body } = await person.call('GET', `${at}/withdrawals/${id}`);
  assert.doesNotMatch(String(body['pixKey']), /[•*]/);
  assert.match(String(body['liquidUri']), /amount=/);
  assert.deepEqual(causesOf(body), ['api']);
  const headers = { 'idempotency-key': randomUUID() };
  const own = await person.call('POST', `${at}/withdraw`, WITHDRAWAL, headers);
  assert.equal(own.status, 201, own.text);
  const shown = await person.call('GET', `${at}/withdrawals/${String(own.body['id'])}`);
  assert.deepEqual(causesOf(shown.body), ['panel']);
  const qr = await person.call('GET', `${at}/withdrawals/${id}/qr.svg`);
  assert.equal(qr.headers.get('content-type')?.split(';')[0], 'image/svg+xml');
  assert.match(qr.text, /^<svg/);
});

function causesOf(body: Record<string, unknown>): string[] {
  return (body as { timeline: { cause: string }[] }).timeline.map(({ cause }) => cause);
}

test('a price preview equals the price of a created deposit', async () => {
  const { shop, person, at } = await openShop('viewer');
  for (const passFeesToPayer of [true, false]) {
    const made = await shop.deposit({ amountCents: 12_345, passFeesToPayer });
    const { body } = await person.call(
      'GET',
      `${at}/price?amountCents=12345&passFeesToPayer=${String(passFeesToPayer)}`,
    );
    const { amountCents, feeCents, totalCents, netCents } = made;
    assert.deepEqual(body, { amountCents, feeCents, totalCents, netCents });
  }
  const { status, body } = await person.call('GET', `${at}/price?amountCents=199`);
  assert.deepEqual([status, body['error']], [400, 'invalid_amount']);
});

test('a developer can have a deposit checked now, and a viewer cannot', async () => {
  const { shop, person, at } = await openShop('developer');
  const id = String((await shop.deposit())['id']);
  const { db } = gateway.app;
  await db`update deposits set look_at = now() + interval '1 day' where id = ${id}`;
  const asked = await person.call('POST', `${at}/deposits/${id}/look`);
  assert.equal(asked.status, 202, asked.text);
  const [row] = await db<{ due: boolean }>`
    select look_at < now() + interval '1 hour' as due from deposits where id = ${id}`;
  assert.equal(row?.due, true);
  const viewer = await openPerson(gateway, { [shop.accountId]: 'viewer' });
  assert.equal((await viewer.call('POST', `${at}/deposits/${id}/look`)).status, 403);
  assert.equal((await person.call('POST', `${at}/deposits/${newId('dep')}/look`)).status, 404);
});

test('another account’s resources cannot be read or found', async () => {
  const [mine, theirs] = [await openShop(), await openShop()];
  const deposit = String((await theirs.shop.deposit({ externalId: 'secret' }))['id']);
  const withdrawal = String((await theirs.shop.withdraw())['id']);
  const link = await linkOf(theirs.shop);
  for (const path of [
    `/deposits/${deposit}`,
    `/withdrawals/${withdrawal}`,
    `/withdrawals/${withdrawal}/qr.svg`,
  ]) {
    assert.equal((await mine.person.call('GET', mine.at + path)).status, 404, path);
    assert.equal((await mine.person.call('GET', theirs.at + path)).status, 404, path);
    assert.equal((await theirs.person.call('GET', theirs.at + path)).status, 200, path);
  }
  for (const q of [deposit, withdrawal, 'secret', link.slug, link.id, theirs.shop.walletId]) {
    assert.deepEqual(await ids(mine.person, `${mine.at}/search?q=${q}`), [], q);
    assert.equal((await ids(theirs.person, `${theirs.at}/search?q=${q}`)).length, 1, q);
    assert.deepEqual(await ids(mine.person, `${mine.at}/deposits?q=${q}`), [], q);
  }
});

test("a search finds only what the member's role may read", async () => {
  const { shop, at } = await openShop();
  const endpointUrl = 'https://example.com/hook';
  await shop.call('POST', '/v1/api/webhooks', { url: endpointUrl });
  const id = String((await shop.deposit())['id']);
  const { db } = gateway.app;
  const [delivery] = [newId('whd')];
  await db`
    insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event, resource_id,
      body, status, next_attempt_at, created_at)
    values (${shop.environment.id}, ${delivery}, ${newId('whe')}, ${newId('evt')},
      'deposit.confirmed', ${id}, '{}', 'succeeded', null, now())`;
  const developer = await openPerson(gateway, { [shop.accountId]: 'developer' });
  const viewer = await openPerson(gateway, { [shop.accountId]: 'viewer' });
  assert.deepEqual(await ids(developer, `${at}/search?q=${delivery}`), [delivery]);
  assert.deepEqual(await ids(viewer, `${at}/search?q=${delivery}`), []);
  assert.deepEqual(await ids(viewer, `${at}/search?q=${id}`), [id]);
});
