import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT } from '../merchant.ts';
import { until } from '../receiver.ts';
import { type Answer, refusalOf, rowsOf } from './requests.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway();

async function ids(tenant: Tenant, path: string): Promise<unknown[]> {
  return rowsOf(await tenant.call('GET', path)).map(({ id }) => id);
}

/** Every id of a list, page by page. */
async function walk(tenant: Tenant, path: string, limit: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  let cursor = '';
  do {
    const answer = await tenant.call('GET', `${path}?limit=${String(limit)}${cursor}`);
    const page = rowsOf(answer);
    assert.ok(page.length <= limit);
    seen.push(...page.map(({ id }) => id));
    const { nextCursor } = answer.body;
    assert.ok(nextCursor === null || typeof nextCursor === 'string');
    cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
  } while (cursor !== '');
  return seen;
}

const LISTS = [
  'wallets',
  'transactions',
  'meds',
  'payment-links',
  'webhook-endpoints',
  'webhook-deliveries',
];

test('every list accepts only a limit from 1 to 100 and its own cursors, each once', async () => {
  const tenant = await openTenant(gateway);
  for (const list of LISTS) {
    const bad = [
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=abc',
      'limit=',
      'limit=1.5',
      'limit=1e1',
      'limit=010',
    ];
    const cursors = ['cursor=', 'cursor=abc', 'cursor=%F0%9F%98%80', `cursor=${'a'.repeat(5_000)}`];
    const repeated = [
      'limit=1&limit=2',
      'limit=1&limit=1',
      'cursor=a&cursor=b',
      'limit[]=1&limit=x',
    ];
    for (const query of [...bad, ...cursors, ...repeated]) {
      const answer = await tenant.call('GET', `/v1/api/${list}?${query}`);
      assert.equal(refusalOf(answer), '400 invalid_request', `${list}?${query}`);
    }
    for (const query of ['limit=1', 'limit=100', '']) {
      const answer = await tenant.call('GET', `/v1/api/${list}?${query}`);
      assert.deepEqual(rowsOf(answer), [], query);
      assert.equal(answer.body['nextCursor'], null);
    }
  }
});

test('an unknown query parameter is ignored', async () => {
  const tenant = await openTenant(gateway);
  for (const list of LISTS) {
    for (const query of ['unknown=1', 'unknown=1&unknown=2', 'limit=1&Limit=x']) {
      const answer = await tenant.call('GET', `/v1/api/${list}?${query}`);
      assert.deepEqual(rowsOf(answer), [], query);
    }
  }
});

test('a list accepts a well-formed cursor of any time, and returns older rows', async () => {
  const tenant = await openTenant(gateway);
  await tenant.openWallet();
  const forge = (text: string): string => Buffer.from(text).toString('base64url');
  const id = `wal_${'7'.repeat(26)}`;
  for (const [ms, count] of [
    ['0', 0],
    ['999999999999999', 1],
    ['4102444800000', 1],
  ] as const) {
    const answer = await tenant.call('GET', `/v1/api/wallets?cursor=${forge(`${ms} ${id}`)}`);
    assert.equal(rowsOf(answer).length, count, ms);
  }
  for (const text of [
    `1 ${id}\0`,
    `-1 ${id}`,
    `1.5 ${id}`,
    `${'9'.repeat(16)} ${id}`,
    `1 wal_'--`,
    id,
  ]) {
    const answer = await tenant.call('GET', `/v1/api/wallets?cursor=${forge(text)}`);
    assert.equal(refusalOf(answer), '400 invalid_request', text);
  }
});

test('a list is newest first, and a page has 20 rows by default', async () => {
  const tenant = await openTenant(gateway);
  await tenant.openWallet();
  const made: unknown[] = [];
  for (let count = 0; count < 21; count += 1) {
    made.unshift((await tenant.post('/v1/api/deposit', DEPOSIT)).body['id']);
  }
  assert.deepEqual(await ids(tenant, '/v1/api/transactions'), made.slice(0, 20));
  assert.deepEqual(await walk(tenant, '/v1/api/transactions', 4), made);
});

test('alerts and deliveries can be filtered by each of their filters', async () => {
  const tenant = await openTenant(gateway);
  await tenant.openWallet();
  const endpoint = await tenant.call('POST', '/v1/api/webhook-endpoints', {
    body: { url: 'http://127.0.0.1:9/' },
  });
  const endpointId = String(endpoint.body['id']);
  const deposit = async (): Promise<string> =>
    String((await tenant.post('/v1/api/deposit', DEPOSIT)).body['id']);
  const [wrongly, rightly] = [await deposit(), await deposit()];
  const body = { payerTaxId: '11144477735', payerName: 'João' };
  await tenant.call('POST', `/v1/sandbox/deposits/${wrongly}/pay`, { body });
  await tenant.call('POST', `/v1/sandbox/deposits/${rightly}/pay`);
  const deposits = '/v1/api/transactions?type=deposit';
  await until(async () => (await ids(tenant, `${deposits}&status=CONFIRMED`)).length === 1);
  await tenant.call('POST', `/v1/sandbox/deposits/${rightly}/med`);
  await until(async () => (await ids(tenant, '/v1/api/meds')).length === 2);
  const alerts = async (query: string): Promise<unknown[]> =>
    rowsOf(await tenant.call('GET', `/v1/api/meds?${query}`)).map(({ depositId }) => depositId);
  assert.deepEqual(await alerts('tipo=estorno'), [wrongly]);
  assert.deepEqual(await alerts('tipo=med'), [rightly]);
  assert.deepEqual(await alerts(`depositId=${rightly}`), [rightly]);
  assert.deepEqual(await alerts('depositId=dep_x'), []);
  assert.equal(new Set(await walk(tenant, '/v1/api/meds', 1)).size, 2);
  const refused = await tenant.call('GET', '/v1/api/meds?tipo=fraude');
  assert.equal(refusalOf(refused), '400 invalid_request');

  const found = async (query: string): Promise<unknown[]> =>
    rowsOf(await tenant.call('GET', `/v1/api/webhook-deliveries?${query}`)).map(
      ({ event, resourceId }) => `${String(event)} ${resourceId === rightly ? 'right' : 'wrong'}`,
    );
  const right = ['deposit.refunded right', 'deposit.confirmed right'];
  assert.deepEqual(await found(`resourceId=${rightly}`), right);
  assert.deepEqual(await found(`resourceId=${rightly}&event=deposit.refunded`), right.slice(0, 1));
  assert.equal((await found(`endpointId=${endpointId}`)).length, 3);
  assert.deepEqual(await found('endpointId=whe_x'), []);
  assert.equal((await found('status=pending')).length, 3);
  assert.deepEqual(await found('status=succeeded'), []);
  for (const query of ['event=deposit', 'status=done', 'endpointId=', 'resourceId=%20']) {
    const answer = await tenant.call('GET', `/v1/api/webhook-deliveries?${query}`);
    assert.equal(refusalOf(answer), '400 invalid_request', query);
  }
});

test('events are read forward from a sequence number, without gaps', async () => {
  const tenant = await openTenant(gateway);
  await tenant.openWallet();
  const orders = Array.from({ length: 5 }, () => tenant.post('/v1/api/deposit', DEPOSIT));
  for (const { body } of await Promise.all(orders)) {
    await tenant.call('POST', `/v1/sandbox/deposits/${String(body['id'])}/pay`);
  }
  const read = (query: string): Promise<Answer> => tenant.call('GET', `/v1/api/events?${query}`);
  await until(async () => rowsOf(await read('')).length === 5);
  const first = await read('limit=2');
  assert.deepEqual(
    rowsOf(first).map(({ sequence }) => sequence),
    [1, 2],
  );
  assert.deepEqual([first.body['nextAfter'], first.body['oldestSequence']], [2, 1]);
  const rest = await read('after=2&limit=100');
  assert.deepEqual(
    rowsOf(rest).map(({ sequence }) => sequence),
    [3, 4, 5],
  );
  const end = await read('after=5');
  assert.deepEqual(rowsOf(end), []);
  assert.equal(end.body['nextAfter'], 5);
  for (const query of [
    'after=-1',
    'after=abc',
    'after=',
    'after=1&after=2',
    'after=1e2',
    'limit=0',
    'limit=101',
  ]) {
    assert.equal(refusalOf(await read(query)), '400 invalid_request', query);
  }
});
