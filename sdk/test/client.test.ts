import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPonte, type Ponte } from '../src/index.ts';
import {
  answers,
  cuts,
  failureOf,
  keysOf,
  openFakeGateway,
  ponteOver,
  refuses,
} from './fake-gateway.ts';

const ORDER = { amountCents: 5_000, taxId: '12345678909' };
const WITHDRAWAL = { ...ORDER, pixKeyType: 'EVP', pixKey: 'x' } as const;
const made = answers(201, { id: 'dep_1', status: 'PENDING' });

describe('a client', { concurrency: true }, () => {
  test('a redirect is not followed, so the key is never sent elsewhere', async () => {
    const elsewhere = await openFakeGateway(made);
    const { ponte } = await ponteOver([
      (response) => void response.writeHead(307, { location: `${elsewhere.url}/` }).end(),
    ]);
    const error = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual([error.code, error.outcome], ['unreadable_answer', 'none']);
    assert.equal(elsewhere.heard.length, 0);
  });

  test('no error contains the API key', async () => {
    const { ponte } = await ponteOver([cuts], { maxAttempts: 1 });
    const error = await failureOf(ponte.fees.get());
    assert.doesNotMatch(
      `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`,
      /real-key/,
    );
    for (const apiKey of ['pt_test_real-key\n', '', 'pt real-key']) {
      const open = (): Ponte => createPonte({ baseUrl: 'http://127.0.0.1:9', apiKey });
      assert.throws(open, (thrown: Error) => !/real-key/.test(thrown.message));
    }
  });

  test('an id cannot change the route, and a value that is no id is rejected', async () => {
    const { ponte, fake } = await ponteOver([answers(200, { status: 'PENDING' })]);
    await ponte.deposits.status('../../fees?x=#');
    assert.equal(fake.heard[0]?.path, '/v1/api/deposit/..%2F..%2Ffees%3Fx%3D%23/status');
    // JavaScript callers can pass a value that is no id.
    for (const id of ['', '.', '..', undefined, null, {}] as string[]) {
      await assert.rejects(ponte.deposits.status(id), TypeError);
      await assert.rejects(ponte.wallets.delete(id), TypeError);
      await assert.rejects(ponte.deposits.waitFor(id), TypeError);
    }
    assert.equal(fake.heard.length, 1);
  });

  test('an out-of-range timeout is rejected by name before anything is sent', async () => {
    const { ponte, fake } = await ponteOver([made]);
    const open = (options: object): Ponte =>
      createPonte({ baseUrl: fake.url, apiKey: 'pt_test_real-key', ...options });
    for (const ms of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31]) {
      const isNamed = (name: string) => ({ name: 'RangeError', message: new RegExp(name) });
      assert.throws(() => open({ attemptTimeoutMs: ms }), isNamed('^attemptTimeoutMs'));
      assert.throws(() => open({ timeoutMs: ms }), isNamed('^timeoutMs'));
      await assert.rejects(ponte.fees.get({ timeoutMs: ms }), isNamed('timeoutMs'));
      await assert.rejects(ponte.deposits.waitFor('d', { timeoutMs: ms }), isNamed('timeoutMs'));
    }
    assert.throws(() => open({ timeoutMs: '90' }), TypeError);
    assert.equal(fake.heard.length, 0);
    await open({ attemptTimeoutMs: 2 ** 31 - 1, timeoutMs: 2 ** 31 - 1 }).deposits.create(ORDER);
  });

  test('a list ends without a next cursor, and an answer without rows is unreadable', async () => {
    const { ponte, fake } = await ponteOver([answers(200, { data: [{ id: 'wal_1' }] })]);
    const rows: unknown[] = [];
    for await (const row of ponte.wallets.list()) rows.push(row);
    assert.deepEqual([rows.length, fake.heard.length], [1, 1]);
    for await (const row of ponte.events.list()) rows.push(row);
    assert.deepEqual([rows.length, fake.heard.length], [2, 2]);
    const { ponte: other } = await ponteOver([answers(200, {})], { maxAttempts: 1 });
    assert.equal((await failureOf(other.wallets.list().page())).code, 'unreadable_answer');
  });
});

test('a custom fetch is called without a receiver, as Workers and browsers require', async () => {
  const owners: unknown[] = [];
  const { ponte } = await ponteOver([made], {
    fetch: function (this: unknown, ...request) {
      owners.push(this);
      return fetch(...request);
    },
  });
  await ponte.deposits.create(ORDER);
  assert.deepEqual(owners, [undefined]);
});

for (const [what, onAbort] of [
  ['ignores its abort signal', () => undefined],
  ['rejects with its own error', (end) => end(new DOMException('ended', 'AbortError'))],
] as [string, (end: (error: Error) => void) => void][]) {
  test(`a fetch that ${what} is bounded by the attempt timeout`, async () => {
    const { ponte } = await ponteOver([], {
      ...{ attemptTimeoutMs: 50, maxAttempts: 1 },
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => onAbort(reject));
        }),
    });
    const { code, outcome } = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual([code, outcome], ['timed_out', 'unknown']);
  });
}

describe('an order and its key', { concurrency: true }, () => {
  test('an order object changed between attempts is retried unchanged', async () => {
    const order = { ...ORDER };
    const { ponte, fake } = await ponteOver([
      (response, request) => {
        order.amountCents += 1;
        cuts(response, request);
      },
      made,
    ]);
    await ponte.deposits.create(order);
    assert.deepEqual(new Set(fake.heard.map(({ body }) => body)), new Set([JSON.stringify(ORDER)]));
  });

  test('an idempotency key that a header would alter is rejected before it is sent', async () => {
    const { ponte, fake } = await ponteOver([made]);
    const spelled = ['', ' order-1', 'order-1\n', 'pedido nº 1', 'x'.repeat(256)];
    // In JavaScript a row without a number gives null, which would be one key for all of them.
    for (const idempotencyKey of [...spelled, null, 4_711] as string[]) {
      await assert.rejects(ponte.deposits.create(ORDER, { idempotencyKey }), TypeError);
      assert.throws(() => ponte.withdrawals.intent(WITHDRAWAL, idempotencyKey), TypeError);
    }
    await ponte.deposits.create(ORDER, { idempotencyKey: 'order 1, second part' });
    assert.equal(fake.heard.length, 1);
  });

  test('an intent restored from key and order resends the same order under the same key', async () => {
    const { ponte, fake } = await ponteOver([cuts, made], { maxAttempts: 1 });
    const { key, order, send } = ponte.deposits.intent(ORDER);
    await failureOf(send());
    const kept = JSON.parse(JSON.stringify({ key, order })) as { key: string; order: typeof ORDER };
    await ponte.deposits.intent(kept.order, kept.key).send();
    assert.equal(keysOf(fake).size, 1);
    assert.equal(new Set(fake.heard.map(({ body }) => body)).size, 1);
  });

  test('an unknown error code of a newer gateway is passed through', async () => {
    const { ponte } = await ponteOver([refuses(418, 'short_and_stout', { 'x-request-id': 'r-1' })]);
    const error = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual(
      [error.code, error.requestId, error.advice],
      ['short_and_stout', 'r-1', 'fix-request'],
    );
  });
});

test('a query in the path is merged with the query option', async () => {
  const { ponte, fake } = await ponteOver([answers(200, { data: [] })]);
  const path = '/v1/api/transactions?status=CONFIRMED';
  await ponte.request({ method: 'GET', path, query: { limit: 5 } });
  assert.equal(fake.heard[0]?.path, `${path}&limit=5`);
});

test('a number of attempts that would never be reached, or never begin, is rejected', () => {
  const open = (maxAttempts: unknown): Ponte =>
    createPonte({ baseUrl: 'http://127.0.0.1', apiKey: 'pt_test_key', maxAttempts } as never);
  for (const attempts of [0, -1, Number.NaN, 'many']) {
    const refused = { name: 'RangeError', message: /^maxAttempts/ };
    assert.throws(() => open(attempts), refused, String(attempts));
  }
  assert.doesNotThrow(() => open(Number.POSITIVE_INFINITY));
});
