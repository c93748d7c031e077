import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPonte, type Ponte } from '../src/index.ts';
import { answers, cuts, failureOf, keysOf, openLiar, ponteOver, refuses } from './liar.ts';

const ORDER = { amountCents: 5_000, taxId: '12345678909' };
const WITHDRAWAL = { ...ORDER, pixKeyType: 'EVP', pixKey: 'x' } as const;
const made = answers(201, { id: 'dep_1', status: 'PENDING' });

describe('a client', { concurrency: true }, () => {
  test('a redirection is not followed, so the key goes nowhere else', async () => {
    const elsewhere = await openLiar(made);
    const { ponte } = await ponteOver([
      (response) => void response.writeHead(307, { location: `${elsewhere.url}/` }).end(),
    ]);
    const error = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual([error.code, error.outcome], ['unreadable_answer', 'none']);
    assert.equal(elsewhere.heard.length, 0);
  });

  test('no failure shows the key', async () => {
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

  test('an id leads to no other route', async () => {
    const { ponte, liar } = await ponteOver([answers(200, { status: 'PENDING' })]);
    await ponte.deposits.status('../../fees?x=#');
    assert.equal(liar.heard[0]?.path, '/v1/api/deposit/..%2F..%2Ffees%3Fx%3D%23/status');
    // In JavaScript nobody is kept from passing what is no id.
    for (const id of ['', '.', '..', undefined, null, {}] as string[]) {
      await assert.rejects(ponte.deposits.status(id), TypeError);
      await assert.rejects(ponte.wallets.delete(id), TypeError);
      await assert.rejects(ponte.deposits.waitFor(id), TypeError);
    }
    assert.equal(liar.heard.length, 1);
  });

  test('a time that no timer can hold is refused by its name, before anything leaves', async () => {
    const { ponte, liar } = await ponteOver([made]);
    const open = (options: object): Ponte =>
      createPonte({ baseUrl: liar.url, apiKey: 'pt_test_real-key', ...options });
    for (const ms of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31]) {
      const isNamed = (name: string) => ({ name: 'RangeError', message: new RegExp(name) });
      assert.throws(() => open({ attemptTimeoutMs: ms }), isNamed('^attemptTimeoutMs'));
      assert.throws(() => open({ timeoutMs: ms }), isNamed('^timeoutMs'));
      await assert.rejects(ponte.fees.get({ timeoutMs: ms }), isNamed('timeoutMs'));
      await assert.rejects(ponte.deposits.waitFor('d', { timeoutMs: ms }), isNamed('timeoutMs'));
    }
    assert.throws(() => open({ timeoutMs: '90' }), TypeError);
    assert.equal(liar.heard.length, 0);
    await open({ attemptTimeoutMs: 2 ** 31 - 1, timeoutMs: 2 ** 31 - 1 }).deposits.create(ORDER);
  });

  test('a list ends where no next page is named, and is no list without rows', async () => {
    const { ponte, liar } = await ponteOver([answers(200, { data: [{ id: 'wal_1' }] })]);
    const rows: unknown[] = [];
    for await (const row of ponte.wallets.list()) rows.push(row);
    assert.deepEqual([rows.length, liar.heard.length], [1, 1]);
    for await (const row of ponte.events.list()) rows.push(row);
    assert.deepEqual([rows.length, liar.heard.length], [2, 2]);
    const { ponte: other } = await ponteOver([answers(200, {})], { maxAttempts: 1 });
    assert.equal((await failureOf(other.wallets.list().page())).code, 'unreadable_answer');
  });
});

test('a fetch that is handed in is no method, which Workers and browsers would refuse', async () => {
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
  ['heeds no signal', () => undefined],
  ['ends with an error of its own', (end) => end(new DOMException('ended', 'AbortError'))],
] as [string, (end: (error: Error) => void) => void][]) {
  test(`a fetch that ${what} keeps nobody longer than the time of an attempt`, async () => {
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
  test('an order that changes while it is repeated is repeated as it was', async () => {
    const order = { ...ORDER };
    const { ponte, liar } = await ponteOver([
      (response, request) => {
        order.amountCents += 1;
        cuts(response, request);
      },
      made,
    ]);
    await ponte.deposits.create(order);
    assert.deepEqual(new Set(liar.heard.map(({ body }) => body)), new Set([JSON.stringify(ORDER)]));
  });

  test('a key that would not arrive as it is never leaves', async () => {
    const { ponte, liar } = await ponteOver([made]);
    const spelled = ['', ' order-1', 'order-1\n', 'pedido nº 1', 'x'.repeat(256)];
    // In JavaScript a row without a number gives null, which would be one key for all of them.
    for (const idempotencyKey of [...spelled, null, 4_711] as string[]) {
      await assert.rejects(ponte.deposits.create(ORDER, { idempotencyKey }), TypeError);
      assert.throws(() => ponte.withdrawals.intent(WITHDRAWAL, idempotencyKey), TypeError);
    }
    await ponte.deposits.create(ORDER, { idempotencyKey: 'order 1, second part' });
    assert.equal(liar.heard.length, 1);
  });

  test('an intent of the same key after a restart is the same order', async () => {
    const { ponte, liar } = await ponteOver([cuts, made], { maxAttempts: 1 });
    const { key, order, send } = ponte.deposits.intent(ORDER);
    await failureOf(send());
    const kept = JSON.parse(JSON.stringify({ key, order })) as { key: string; order: typeof ORDER };
    await ponte.deposits.intent(kept.order, kept.key).send();
    assert.equal(keysOf(liar).size, 1);
    assert.equal(new Set(liar.heard.map(({ body }) => body)).size, 1);
  });

  test('what a newer gateway refuses with is handed on as it is', async () => {
    const { ponte } = await ponteOver([refuses(418, 'short_and_stout', { 'x-request-id': 'r-1' })]);
    const error = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual(
      [error.code, error.requestId, error.advice],
      ['short_and_stout', 'r-1', 'fix-request'],
    );
  });
});

test('a query in the path goes along with the one beside it', async () => {
  const { ponte, liar } = await ponteOver([answers(200, { data: [] })]);
  const path = '/v1/api/transactions?status=CONFIRMED';
  await ponte.request({ method: 'GET', path, query: { limit: 5 } });
  assert.equal(liar.heard[0]?.path, `${path}&limit=5`);
});
