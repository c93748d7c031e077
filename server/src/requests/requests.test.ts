import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { DEPOSIT, type Merchant, openMerchant, PAYER } from '../../test/merchant.ts';
import { badRequests, PEOPLE } from '../../test/people.ts';
import { openPerson, type Person } from '../../test/person.ts';
import { until } from '../../test/receiver.ts';
import { newId } from '../ids.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

interface Desk {
  readonly merchant: Merchant;
  readonly person: Person;
  /** The log, once it has as many rows as the merchant made requests. */
  list(query?: string): Promise<Record<string, unknown>[]>;
  rows(count: number): Promise<void>;
  get(id: unknown): Promise<Record<string, unknown>>;
}

async function openDesk(): Promise<Desk> {
  const merchant = await openMerchant(gateway);
  const person = await openPerson(gateway, { [merchant.accountId]: 'developer' });
  const path = `/accounts/${merchant.accountId}/test/requests`;
  const read = async (behind: string) => {
    const { status, body, text } = await person.call('GET', path + behind);
    assert.equal(status, 200, text);
    return body;
  };
  const count = async (): Promise<number> => {
    const rows = await app.db`
      select from api_requests where environment_id = ${merchant.environment.id}`;
    return rows.length;
  };
  return {
    merchant,
    person,
    list: async (query = '') => (await read(query))['data'] as Record<string, unknown>[],
    rows: (wanted) => until(async () => (await count()) >= wanted),
    get: (id) => read(`/${String(id)}`),
  };
}

test('the request log has the requests of a key and their outcome, with personal data masked', async () => {
  const { merchant, rows, list, get } = await openDesk();
  const headers = { 'idempotency-key': 'order 4711' };
  const order = { ...DEPOSIT, externalId: 'order-4711' };
  const made = await merchant.call('POST', '/v1/api/deposit', order, headers);
  const other = { 'idempotency-key': 'order 4712' };
  const refused = await merchant.call('POST', '/v1/api/deposit', { amountCents: 1 }, other);
  assert.equal(refused.status, 400);
  // The two requests for deposits, and the one for the wallet every merchant begins with.
  await rows(3);
  const [bad, good] = await list();
  assert.ok(bad && good);
  assert.deepEqual(
    [good['status'], good['method'], good['route'], good['idempotencyKey']],
    [201, 'POST', '/v1/api/deposit', 'order 4711'],
  );
  assert.equal(good['resourceId'], made.body['id']);
  assert.equal(good['requestId'], made.headers.get('x-request-id'));
  assert.equal(good['keyName'], 'all');
  const whole = await get(good['id']);
  assert.equal(
    whole['requestBody'],
    JSON.stringify({ amountCents: 5_000, taxId: '***.456.789-**', externalId: 'order-4711' }),
  );
  assert.equal(whole['responseBody'], null);
  assert.deepEqual([bad['error'], bad['status']], [refused.body['error'], 400]);
  assert.equal((await get(bad['id']))['responseBody'], refused.text);
});

test('the request log contains no personal data, whatever was sent in any field', async () => {
  const { merchant, list, get, rows } = await openDesk();
  const requests = badRequests(PEOPLE).filter(([, path, , headers]) => {
    return path.startsWith('/v1/api') && !(headers && 'authorization' in headers);
  });
  for (const [method, path, body, headers] of requests) {
    await fetch(gateway.url + path, {
      method,
      headers: {
        authorization: `Bearer ${merchant.key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
  // The PUT has no route and is not logged; the wallet's request makes up for it in the count.
  await rows(requests.length);
  const shown = await list('?limit=100');
  const texts = await Promise.all(shown.map(async ({ id }) => JSON.stringify(await get(id))));
  for (const [what, secret] of Object.entries(PEOPLE)) {
    assert.ok(!texts.some((text) => text.includes(secret)), what);
  }
  const [kept] = await app.db<{ text: string }>`
      select string_agg(t::text, ' ') as text from api_requests t`;
  for (const secret of Object.values(PEOPLE)) assert.ok(!kept?.text.includes(secret), secret);
});

test('the request log masks personal data in an idempotency key, by which it is still found', async () => {
  const { merchant, list, rows } = await openDesk();
  const key = `pedido ${PEOPLE.payer} ${PEOPLE.email} ${PEOPLE.phone}`;
  await merchant.call('POST', '/v1/api/deposit', DEPOSIT, { 'idempotency-key': key });
  await rows(2);
  const found = await list(`?q=${encodeURIComponent(key)}`);
  assert.deepEqual(
    found.map(({ idempotencyKey }) => idempotencyKey),
    ['pedido ***.982.247-** *** ***'],
  );
});

test('the request log can be filtered by all its fields, in any combination', async () => {
  const { merchant, list, rows } = await openDesk();
  const uuid = randomUUID();
  const made = await merchant.call('POST', '/v1/api/deposit', DEPOSIT, {
    'idempotency-key': uuid,
  });
  const id = String(made.body['id']);
  await merchant.status(id);
  await merchant.call('POST', '/v1/api/deposit', { amountCents: 1 }, { 'idempotency-key': 'x' });
  await merchant.call('GET', '/v1/api/fees');
  await rows(5);
  const [fees] = await list('?route=/v1/api/fees');
  const count = async (query: string) => (await list(query)).length;
  assert.equal(await count(''), 5);
  assert.equal(await count('?status=client_error'), 1);
  assert.equal(await count('?status=client_error&method=POST&route=/v1/api/deposit'), 1);
  assert.equal(await count('?status=client_error&method=GET'), 0);
  assert.equal(await count('?status=client_error&route=/v1/api/fees'), 0);
  assert.equal(await count('?status=client_error&keyId=key_01kah3v5wze8br4hmsf2e8r0tv'), 0);
  assert.equal(await count('?status=ok&method=POST'), 2);
  assert.equal(await count(`?keyId=${String(fees?.['keyId'])}`), 5);
  assert.equal(await count('?keyId=key_01kah3v5wze8br4hmsf2e8r0tv'), 0);
  assert.equal(await count(`?q=${id}`), 2);
  assert.equal(await count(`?q=${id}&method=GET`), 1);
  assert.equal(await count(`?q=${uuid}`), 1);
  assert.equal(await count(`?q=${String(fees?.['requestId'])}`), 1);
  assert.equal(await count(`?q=${String(fees?.['id'])}`), 1);
  assert.equal(await count(`?q=${PAYER}`), 0);
});

test('the request log is searched by the id of anything, and by keys that look like ids', async () => {
  const { merchant, list, rows } = await openDesk();
  const key = 'ord_01kah3v5wze8br4hmsf2e8r0tv';
  await merchant.call('POST', '/v1/api/deposit', DEPOSIT, { 'idempotency-key': key });
  const listener = newId('lsn');
  await merchant.call('POST', `/v1/api/listeners/${listener}/results`, { results: [] });
  await rows(3);
  const [byKey, ...others] = await list(`?q=${key}`);
  assert.deepEqual([byKey?.['idempotencyKey'], others.length], [key, 0]);
  const [byId] = await list(`?q=${listener}`);
  assert.equal(byId?.['resourceId'], listener);
});

test('the request log belongs to one tenant, and has no requests of dashboard sessions', async () => {
  const { merchant, person, list, rows } = await openDesk();
  const other = await openDesk();
  await merchant.call('GET', '/v1/api/fees');
  await rows(2);
  const before = await list();
  await person.call('GET', `/accounts/${merchant.accountId}/test/fees`);
  await person.call('GET', `/accounts/${merchant.accountId}/test/wallets`);
  assert.deepEqual(await list(), before);
  const id = String(before[0]?.['id']);
  const path = `/accounts/${other.merchant.accountId}/test/requests`;
  assert.equal((await other.person.call('GET', `${path}/${id}`)).status, 404);
  assert.deepEqual(await other.list(`?q=${id}`), []);
  const live = `/accounts/${merchant.accountId}/live/requests`;
  assert.deepEqual((await person.call('GET', live)).body['data'], []);
});

test('the request log groups errors by code and route', async () => {
  const { merchant, person, rows } = await openDesk();
  for (let turn = 0; turn < 3; turn += 1) {
    const headers = { 'idempotency-key': `order ${String(turn)}` };
    await merchant.call('POST', '/v1/api/deposit', { amountCents: 1 }, headers);
  }
  await merchant.call('GET', `/v1/api/deposit/${'x'.repeat(30)}/status`);
  await rows(5);
  await app.db`
      update api_requests set created_at = created_at - interval '2 days'
      where environment_id = ${merchant.environment.id} and error = 'not_found'`;
  const path = `/accounts/${merchant.accountId}/test/requests/summary`;
  const { body } = await person.call('GET', path);
  const groups = body['data'] as Record<string, unknown>[];
  assert.deepEqual(
    groups.map(({ error, route, count24h, count7d }) => [error, route, count24h, count7d]),
    [
      ['invalid_amount', '/v1/api/deposit', 3, 3],
      ['not_found', '/v1/api/deposit/:id/status', 0, 1],
    ],
  );
  assert.equal(body['isComplete'], true);
});

test('the summary of errors counts those of the last day and of the last seven days', async () => {
  const { merchant, person, rows } = await openDesk();
  const ages = ['0 hours', '23 hours', '25 hours', '167 hours', '169 hours'];
  const order = { amountCents: 1 };
  for (const age of ages) {
    await merchant.call('POST', '/v1/api/deposit', order, { 'idempotency-key': age });
  }
  // The merchant's wallet was registered with the key, too.
  await rows(ages.length + 1);
  await app.db`
    update api_requests r set created_at = r.created_at - age::interval
    from (
      select id, (${ages}::text[])[row_number() over (order by id)] as age from api_requests
      where environment_id = ${merchant.environment.id} and error = 'invalid_amount'
    ) aged
    where r.environment_id = ${merchant.environment.id} and r.id = aged.id`;
  const path = `/accounts/${merchant.accountId}/test/requests/summary`;
  const [group] = (await person.call('GET', path)).body['data'] as Record<string, unknown>[];
  assert.deepEqual([group?.['count24h'], group?.['count7d']], [2, 4]);
});

test('the request log shows thirty days, although it is deleted by the week', async () => {
  const { merchant, list, rows } = await openDesk();
  await merchant.call('GET', '/v1/api/fees');
  await rows(2);
  const [keep, old] = await list();
  await app.db`
    update api_requests set created_at = created_at - interval '30 days' - interval '1 minute'
    where environment_id = ${merchant.environment.id} and id = ${String(old?.['id'])}`;
  assert.deepEqual(
    (await list()).map(({ id }) => id),
    [keep?.['id']],
  );
});
