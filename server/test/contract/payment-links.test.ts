import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT } from '../merchant.ts';
import { until } from '../receiver.ts';
import { type Answer, refusalOf, rowsOf } from './requests.ts';
import { openTenant, type Tenant, withField } from './tenant.ts';

const gateway = await openGateway();
const PATH = '/v1/api/payment-links';
const LINK = { title: 'Aula de violão', description: 'Quatro aulas', amountCents: 5_000 };

function create(tenant: Tenant, body: unknown = LINK): Promise<Answer> {
  return tenant.call('POST', PATH, { body });
}

async function created(tenant: Tenant, body: unknown = LINK): Promise<Record<string, unknown>> {
  const answer = await create(tenant, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function listed(tenant: Tenant): Promise<ReturnType<typeof rowsOf>> {
  return rowsOf(await tenant.call('GET', `${PATH}?limit=100`));
}

test('a created link is returned and listed as sent, with a random unique slug', async () => {
  const tenant = await openTenant(gateway);
  const link = await created(tenant);
  const { id, slug, createdAt, ...rest } = link;
  assert.match(String(id), /^lnk_/);
  assert.match(String(slug), /^[23456789bcdfghjkmnpqrstvwxyz]{14}$/);
  assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(rest, {
    ...LINK,
    url: `${gateway.url}/pay/${String(slug)}`,
    active: true,
    paymentsCount: 0,
    receivedCents: 0,
    updatedAt: createdAt,
  });
  assert.deepEqual(await listed(tenant), [link]);
  const others = await Promise.all(Array.from({ length: 20 }, () => created(tenant)));
  assert.equal(new Set([slug, ...others.map((other) => other['slug'])]).size, 21);
});

test('only an absent amount makes an open amount; an invalid one is refused', async () => {
  const tenant = await openTenant(gateway);
  const open = await created(tenant, { title: 'Doação' });
  assert.deepEqual([open['amountCents'], open['description']], [null, '']);
  for (const amount of ['null', '199', '600001', '"5000"', '200.5', 'true', '[5000]', '{}', '-0']) {
    const answer = await create(tenant, withField(LINK, 'amountCents', amount));
    assert.equal(refusalOf(answer), '400 invalid_amount', amount);
  }
  for (const [amount, cents] of [
    ['200', 200],
    ['600000', 600_000],
    ['200.0', 200],
    ['2e2', 200],
  ] as const) {
    const link = await created(tenant, withField(LINK, 'amountCents', amount));
    assert.equal(link['amountCents'], cents);
  }
  assert.equal((await listed(tenant)).length, 5);
});

test('concurrent requests with one idempotency key create one link', async () => {
  const tenant = await openTenant(gateway);
  const order = (key: string, body: unknown = LINK) =>
    tenant.call('POST', PATH, { body, headers: { 'idempotency-key': key } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => order('one')));
  const [link] = await listed(tenant);
  for (const { status, body } of answers) assert.deepEqual([status, body], [201, link]);
  const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
  assert.equal(replayed.length, 19);
  assert.equal(
    refusalOf(await order('one', { ...LINK, amountCents: 6_000 })),
    '409 idempotency_mismatch',
  );
  assert.notEqual((await order('two')).body['id'], link?.['id']);
  assert.equal((await listed(tenant)).length, 2);

  // It is shown as it is by now, and once it is gone, its key is free.
  const id = String(link?.['id']);
  await tenant.call('PATCH', `${PATH}/${id}`, { body: { title: 'Aula de canto' } });
  assert.equal((await order('one')).body['title'], 'Aula de canto');
  await tenant.call('DELETE', `${PATH}/${id}`);
  const next = await order('one');
  assert.deepEqual([next.status, next.headers['idempotent-replayed']], [201, undefined]);
  assert.notEqual(next.body['id'], id);
});

test('idempotency keys of links are per tenant, and separate from those of deposits', async () => {
  const [tenant, other] = [await openTenant(gateway), await openTenant(gateway)];
  const headers = { 'idempotency-key': 'shared' };
  const made = await tenant.call('POST', PATH, { body: LINK, headers });
  const others = await other.call('POST', PATH, { body: LINK, headers });
  const deposit = await tenant.call('POST', '/v1/api/deposit', { body: DEPOSIT, headers });
  assert.deepEqual([made.status, others.status], [201, 201]);
  // Checked like any other: its tenant has no wallet.
  assert.equal(refusalOf(deposit), '400 no_liquid_address');
  assert.notEqual(made.body['id'], others.body['id']);
  const repeated = await other.call('POST', PATH, { body: LINK, headers });
  assert.equal(repeated.body['id'], others.body['id']);
  await other.call('DELETE', `${PATH}/${String(others.body['id'])}`);
  const [next, again] = [
    await other.call('POST', PATH, { body: LINK, headers }),
    await other.call('POST', PATH, { body: LINK, headers }),
  ];
  assert.notEqual(next.body['id'], others.body['id']);
  assert.equal(again.body['id'], next.body['id'], 'deleting a link frees its key');
});

const BAD_TEXTS = [
  'null',
  '1',
  'true',
  '["a"]',
  '{}',
  '"a\\u0000"',
  '"\\ud800"',
  '"\\u007f"',
  '"a\\u202e"',
];

test('a title has 1 to 120 characters, at least one of them visible', async () => {
  const tenant = await openTenant(gateway);
  for (const title of ['x', 'x'.repeat(120), '😀'.repeat(120), ' a ', 'ção', '!', '🎸']) {
    assert.equal((await created(tenant, { title }))['title'], title);
  }
  const blank = ['" "', '"\u00a0\u2003"', '"\u3164"', '"\u2800"'];
  const bad = ['""', ...blank, '"a\\nb"', JSON.stringify('x'.repeat(121))];
  for (const title of [...BAD_TEXTS, ...bad, JSON.stringify('😀'.repeat(121))]) {
    const answer = await create(tenant, withField(LINK, 'title', title));
    assert.equal(refusalOf(answer), '400 invalid_request', title);
    const { id } = await created(tenant);
    const path = `${PATH}/${String(id)}`;
    const change = await tenant.call('PATCH', path, { body: `{"title":${title}}` });
    assert.equal(refusalOf(change), '400 invalid_request', title);
  }
  assert.equal(refusalOf(await create(tenant, {})), '400 invalid_request');
  // The title is checked first.
  assert.equal(refusalOf(await create(tenant, { amountCents: 1 })), '400 invalid_request');
});

test('a description has up to 500 characters, on several lines if need be', async () => {
  const tenant = await openTenant(gateway);
  for (const description of ['', ' ', 'x'.repeat(500), '😀'.repeat(500), 'um\r\ndois\n\ttrês']) {
    assert.equal((await created(tenant, { ...LINK, description }))['description'], description);
  }
  for (const description of [...BAD_TEXTS, JSON.stringify('x'.repeat(501))]) {
    const answer = await create(tenant, withField(LINK, 'description', description));
    assert.equal(refusalOf(answer), '400 invalid_request', description);
  }
});

test('an update changes only the fields it names, and only mutable ones', async () => {
  const tenant = await openTenant(gateway);
  const link = await created(tenant);
  const path = `${PATH}/${String(link['id'])}`;
  const change = async (body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await tenant.call('PATCH', path, body === undefined ? {} : { body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  assert.deepEqual(await change(), link);
  assert.deepEqual(await change({}), link);
  assert.deepEqual(await change({ amountCents: 1, slug: 'mine', unknown: null }), link);
  const off = await change({ active: false });
  assert.deepEqual({ ...off, updatedAt: null }, { ...link, active: false, updatedAt: null });
  assert.ok(String(off['updatedAt']) >= String(link['updatedAt']));
  const words = { title: 'Outra aula', description: '' };
  const worded = await change(words);
  assert.deepEqual({ ...worded, updatedAt: null }, { ...off, ...words, updatedAt: null });
  assert.equal((await change({ active: true }))['active'], true);
  for (const active of ['null', '"true"', '1', '[]']) {
    const answer = await tenant.call('PATCH', path, { body: `{"active":${active}}` });
    assert.equal(refusalOf(answer), '400 invalid_request', active);
  }
});

test('concurrent updates of different fields are all kept', async () => {
  const tenant = await openTenant(gateway);
  const path = `${PATH}/${String((await created(tenant))['id'])}`;
  const bodies = [{ title: 'Um' }, { description: 'dois' }, { active: false }];
  await Promise.all(bodies.map((body) => tenant.call('PATCH', path, { body })));
  const [link] = await listed(tenant);
  assert.deepEqual(
    [link?.['title'], link?.['description'], link?.['active']],
    ['Um', 'dois', false],
  );
});

test('a deleted link is gone for good, and its slug stays reserved', async () => {
  const tenant = await openTenant(gateway);
  const { id, slug } = await created(tenant);
  const path = `${PATH}/${String(id)}`;
  const both = await Promise.all([tenant.call('DELETE', path), tenant.call('DELETE', path)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 404]);
  assert.deepEqual(await listed(tenant), []);
  const change = await tenant.call('PATCH', path, { body: { active: true } });
  assert.equal(refusalOf(change), '404 not_found');
  const { db } = gateway.app;
  await assert.rejects(
    db`insert into payment_links (environment_id, id, slug, title, description, created_at, updated_at)
      select environment_id, replace(id, 'lnk_0', 'lnk_1'), slug, title, '', created_at, updated_at
      from payment_links where slug = ${slug}`,
    /payment_links_slug/,
  );
});

test('a link counts its payments, less those refunded', async () => {
  const tenant = await openTenant(gateway);
  const walletId = await tenant.openWallet();
  const link = await created(tenant);
  const linkId = String(link['id']);
  const deposits = await Promise.all(
    Array.from({ length: 3 }, () => tenant.post('/v1/api/deposit', DEPOSIT)),
  );
  const ids = deposits.map(({ body }) => String(body['id']));
  // Deposits of a link are created by the payment page.
  await gateway.app.db`
    update deposits set payment_link_id = ${linkId} where id = any(${ids.slice(0, 2)})`;
  for (const id of ids) await tenant.call('POST', `/v1/sandbox/deposits/${id}/pay`);
  const sums = async (): Promise<unknown[]> => {
    const [shown] = await listed(tenant);
    return [shown?.['paymentsCount'], shown?.['receivedCents']];
  };
  const balance = async (): Promise<unknown[]> => {
    const { body } = await tenant.call('GET', '/v1/api/balance');
    const [one] = rowsOf({ status: 200, body, headers: {}, text: '' });
    assert.equal(one?.['walletId'], walletId);
    const { receivedCents, pendingCents, refundedCents } = one ?? {};
    assert.deepEqual(body['totals'], { receivedCents, pendingCents, refundedCents });
    return [receivedCents, pendingCents, refundedCents];
  };
  await until(async () => (await balance())[0] === 15_000);
  assert.deepEqual(await sums(), [2, 10_000]);
  const found = await tenant.call('GET', `/v1/api/transactions?paymentLinkId=${linkId}`);
  assert.deepEqual(new Set(rowsOf(found).map(({ id }) => id)), new Set(ids.slice(0, 2)));
  await tenant.call('POST', `/v1/sandbox/deposits/${ids[0] ?? ''}/med`);
  await until(async () => (await balance())[2] === 5_000);
  assert.deepEqual(await balance(), [10_000, 0, 5_000]);
  assert.deepEqual(await sums(), [1, 5_000]);
});
