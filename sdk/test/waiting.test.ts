import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PonteError } from '../src/index.ts';
import { answers, cuts, failureOf, ponteOver, refuses } from './fake-gateway.ts';

const pending = answers(200, { id: 'dep_1', status: 'PENDING' });
const confirmed = answers(200, { id: 'dep_1', status: 'CONFIRMED' });

describe('waitFor', { concurrency: true }, () => {
  test('survives transient failures', async () => {
    const { ponte, fake } = await ponteOver(
      [pending, cuts, refuses(500, 'internal_error'), confirmed],
      {
        maxAttempts: 1,
      },
    );
    const { status } = await ponte.deposits.waitFor({ id: 'dep_1' });
    // The compiler knows that a final state is not PENDING.
    const final: 'CONFIRMED' | 'FAILED' | 'REFUNDED' = status;
    assert.equal(final, 'CONFIRMED');
    assert.equal(fake.heard.length, 4);
  });

  test('stops immediately at a permanent error', async () => {
    const { ponte, fake } = await ponteOver([refuses(404, 'not_found')]);
    assert.equal((await failureOf(ponte.deposits.waitFor('dep_1'))).code, 'not_found');
    assert.equal(fake.heard.length, 1);
  });

  test('pauses until the rate limit resets once none is remaining', async () => {
    const times: number[] = [];
    const { ponte } = await ponteOver([
      (response, request) => {
        times.push(performance.now());
        const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': '2' };
        answers(200, { status: 'PENDING' }, headers)(response, request);
      },
      (response, request) => {
        times.push(performance.now());
        confirmed(response, request);
      },
    ]);
    await ponte.deposits.waitFor('dep_1');
    const [first = 0, second = 0] = times;
    assert.ok(second - first >= 1_990, String(second - first));
  });

  test('reports still_pending when the state is not final in time', async () => {
    const { ponte } = await ponteOver([pending]);
    const { code, outcome } = await failureOf(
      ponte.withdrawals.waitFor('wdr_1', { timeoutMs: 50 }),
    );
    assert.deepEqual([code, outcome], ['still_pending', 'none']);
  });

  test('stops when its signal is aborted', async () => {
    const controller = new AbortController();
    const { ponte, fake } = await ponteOver([
      (response, request) => {
        pending(response, request);
        controller.abort();
      },
    ]);
    const { signal } = controller;
    assert.equal((await failureOf(ponte.deposits.waitFor('dep_1', { signal }))).code, 'aborted');
    assert.equal(fake.heard.length, 1);
  });
});

test('waitFor reports a gateway unreachable until the timeout as the cause', async () => {
  const { ponte } = await ponteOver([cuts], { maxAttempts: 1 });
  const { code, cause } = await failureOf(ponte.deposits.waitFor('dep_1', { timeoutMs: 50 }));
  assert.equal(code, 'still_pending');
  assert.ok(cause instanceof PonteError);
  assert.equal(cause.code, 'connection_failed');
});

test('waitFor continues after an unexpected answer and an unknown state', async () => {
  const { ponte, fake } = await ponteOver(
    [answers(200, {}), answers(200, { id: 'dep_1', status: 'ON_THE_MOON' }), confirmed],
    { maxAttempts: 1 },
  );
  assert.equal((await ponte.deposits.waitFor('dep_1')).status, 'CONFIRMED');
  assert.equal(fake.heard.length, 3);
});
