import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPonte, type Ponte } from '../src/index.ts';
import { answers, cuts, failureOf, keysOf, openLiar, ponteOver, refuses } from './liar.ts';

const ORDER = { amountCents: 5_000, taxId: '12345678909' };
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
    const { ponte, liar } = await ponteOver([answers(200, {})]);
    await ponte.deposits.status('../../fees?x=#');
    assert.equal(liar.heard[0]?.path, '/v1/api/deposit/..%2F..%2Ffees%3Fx%3D%23/status');
    for (const id of ['', '.', '..']) {
      assert.throws(() => ponte.deposits.status(id), TypeError);
    }
  });
});

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
    for (const idempotencyKey of ['', ' order-1', 'order-1\n', 'pedido nº 1', 'x'.repeat(256)]) {
      await assert.rejects(ponte.deposits.create(ORDER, { idempotencyKey }), TypeError);
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
