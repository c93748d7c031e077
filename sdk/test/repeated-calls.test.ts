import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answers,
  cuts,
  failureOf,
  captivePortal,
  keysOf,
  ponteOver,
  refuses,
  type Reply,
  neverAnswers,
  stopsHalfway,
} from './fake-gateway.ts';

const ORDER = { amountCents: 5_000, taxId: '12345678909' };
const made = answers(201, { id: 'dep_1', status: 'PENDING' });

const TROUBLES: Readonly<Record<string, Reply>> = {
  'a connection cut before the answer': cuts,
  'an answer cut off halfway': stopsHalfway,
  'an answer from a captive portal': captivePortal,
  provider_error: refuses(502, 'provider_error'),
  internal_error: refuses(500, 'internal_error'),
  unavailable: refuses(503, 'unavailable'),
  'a proxy’s own 504': answers(504, undefined),
};

/** Successful JSON answers that no gateway gives to an order. */
const STRANGERS: Readonly<Record<string, Reply>> = {
  'an answer without a body': answers(204, undefined),
  'an empty JSON answer': answers(201, {}),
  'a maintenance page in JSON': answers(200, { error: 'maintenance', message: 'back soon' }),
  'another server’s answer': answers(200, { id: 'dep_1', status: 'PENDING' }),
};

// These tests mostly wait, so they run concurrently.
describe('an order without a usable answer', { concurrency: true }, () => {
  for (const [what, trouble] of Object.entries({ ...TROUBLES, ...STRANGERS })) {
    test(`${what} is followed by a retry of the same order under the same key`, async () => {
      const { ponte, fake } = await ponteOver([trouble, made]);
      assert.equal((await ponte.deposits.create(ORDER)).id, 'dep_1');
      assert.equal(fake.heard.length, 2);
      assert.equal(keysOf(fake).size, 1);
      assert.deepEqual(new Set(fake.heard.map(({ body }) => body)).size, 1);
    });

    test(`repeatedly, ${what} leaves the outcome unknown, and the error carries the key`, async () => {
      const { ponte, fake } = await ponteOver([trouble], { maxAttempts: 2 });
      const error = await failureOf(
        ponte.withdrawals.create({ ...ORDER, pixKeyType: 'EVP', pixKey: 'x' }),
      );
      assert.equal(error.outcome, 'unknown');
      assert.equal(error.advice, 'same-key');
      assert.deepEqual(keysOf(fake), new Set([error.idempotencyKey]));
      assert.equal(fake.heard.length, 2);
    });
  }

  test('a timed-out order has an unknown outcome, not a failed one', async () => {
    const { ponte } = await ponteOver([neverAnswers], { attemptTimeoutMs: 50, maxAttempts: 1 });
    const error = await failureOf(ponte.deposits.create(ORDER, { idempotencyKey: 'order-1' }));
    const { code, outcome, advice, idempotencyKey } = error;
    assert.deepEqual(
      { code, outcome, advice, idempotencyKey },
      { code: 'timed_out', outcome: 'unknown', advice: 'same-key', idempotencyKey: 'order-1' },
    );
  });

  test('a rate limit after a lost answer leaves the outcome unknown', async () => {
    const { ponte } = await ponteOver([
      cuts,
      refuses(429, 'rate_limited', { 'retry-after': '3600' }),
    ]);
    const error = await failureOf(ponte.deposits.create(ORDER));
    const { code, outcome, advice, retryAfterMs } = error;
    assert.deepEqual(
      { code, outcome, advice, retryAfterMs },
      { code: 'rate_limited', outcome: 'unknown', advice: 'same-key', retryAfterMs: 3_600_000 },
    );
  });
});

describe('an order whose refusal depends on its key', { concurrency: true }, () => {
  test('a spent key means that nothing was created, even after a lost answer', async () => {
    const { ponte, fake } = await ponteOver([cuts, refuses(409, 'previous_error'), made]);
    const error = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual(
      [error.code, error.outcome, error.advice],
      ['previous_error', 'none', 'new-key'],
    );
    assert.equal(fake.heard.length, 2);
  });

  for (const [status, reason] of [
    [408, 'timed out while being sent'],
    [400, 'was unreadable'],
    [431, 'had too large headers'],
  ] as const) {
    test(`the outcome of an order stays unknown when its retry ${reason}`, async () => {
      const { ponte } = await ponteOver([cuts, refuses(status, 'invalid_request')], {
        maxAttempts: 2,
      });
      const { code, outcome, advice } = await failureOf(ponte.deposits.create(ORDER));
      assert.deepEqual([code, outcome, advice], ['invalid_request', 'unknown', 'same-key']);
    });
  }

  test('an invalid_request on the first attempt spends no key', async () => {
    const { ponte, fake } = await ponteOver([refuses(400, 'invalid_request')]);
    const { outcome, advice } = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual([outcome, advice], ['none', 'fix-request']);
    assert.equal(fake.heard.length, 1);
  });

  test('an order not received in full in time is retried under its key', async () => {
    const { ponte, fake } = await ponteOver([refuses(408, 'invalid_request'), made]);
    await ponte.deposits.create(ORDER);
    assert.equal(fake.heard.length, 2);
    assert.equal(keysOf(fake).size, 1);
  });

  test('an order never received in full was not created, and the advice is to wait', async () => {
    const { ponte } = await ponteOver([refuses(408, 'invalid_request')], { maxAttempts: 2 });
    const { outcome, advice } = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual([outcome, advice], ['none', 'wait']);
  });

  test('renewKey is called with the new key before anything is sent under it', async () => {
    const { ponte, fake } = await ponteOver([refuses(409, 'previous_error'), made]);
    const renewed: { key: string; heard: number }[] = [];
    await ponte.deposits.create(ORDER, {
      idempotencyKey: 'order-2',
      renewKey: (key) => void renewed.push({ key, heard: fake.heard.length }),
    });
    assert.equal(renewed[0]?.heard, 1);
    assert.deepEqual([...keysOf(fake)], ['order-2', renewed[0]?.key]);
  });

  test('an order in progress is awaited beyond maxAttempts', async () => {
    const { ponte, fake } = await ponteOver([refuses(409, 'in_progress'), made], {
      maxAttempts: 1,
    });
    await ponte.deposits.create(ORDER);
    assert.equal(keysOf(fake).size, 1);
  });
});

describe('an error response', { concurrency: true }, () => {
  test('a Retry-After beyond the call’s timeout is left to the caller', async () => {
    const { ponte, fake } = await ponteOver([
      refuses(429, 'rate_limited', { 'retry-after': '91' }),
    ]);
    const error = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual([error.outcome, error.advice, error.retryAfterMs], ['none', 'wait', 91_000]);
    assert.equal(fake.heard.length, 1);
  });

  test('Retry-After is respected', async () => {
    const seen: number[] = [];
    const timed =
      (reply: Reply): Reply =>
      (response, request) => {
        seen.push(performance.now());
        reply(response, request);
      };
    const limited = timed(refuses(429, 'rate_limited', { 'retry-after': '1' }));
    const { ponte } = await ponteOver([limited, timed(made)]);
    await ponte.deposits.create(ORDER);
    const [first = 0, second = 0] = seen;
    assert.ok(second - first >= 990, String(second - first));
  });

  test('a Retry-After given as a date is understood', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const { ponte } = await ponteOver([refuses(503, 'unavailable', { 'retry-after': inAnHour })]);
    const { retryAfterMs = 0 } = await failureOf(ponte.deposits.create(ORDER));
    assert.ok(retryAfterMs > 3_000_000 && retryAfterMs <= 3_600_000, String(retryAfterMs));
  });

  for (const [status, code] of [
    [400, 'invalid_amount'],
    [401, 'unauthorized'],
    [403, 'withdrawals_disabled'],
    [409, 'idempotency_mismatch'],
    [422, 'payer_declined'],
    [503, 'not_configured'],
  ] as const) {
    test(`${code} is final`, async () => {
      const { ponte, fake } = await ponteOver([refuses(status, code), made]);
      const error = await failureOf(ponte.deposits.create(ORDER));
      assert.deepEqual([error.code, error.status, error.outcome], [code, status, 'none']);
      assert.equal(error.message, `about ${code}`);
      assert.equal(fake.heard.length, 1);
    });
  }
});

describe('a call without an idempotency key', { concurrency: true }, () => {
  test('is not retried after a lost answer, and reports an unknown outcome', async () => {
    const { ponte, fake } = await ponteOver([cuts, answers(201, {})]);
    const error = await failureOf(ponte.links.create({ title: 'Rifa' }));
    assert.deepEqual([error.code, error.outcome], ['connection_failed', 'unknown']);
    assert.equal(fake.heard.length, 1);
  });

  test('is retried when it was rate limited', async () => {
    const { ponte, fake } = await ponteOver([
      refuses(429, 'rate_limited'),
      answers(201, { id: 'lnk_1' }),
    ]);
    assert.equal((await ponte.links.create({ title: 'Rifa' })).id, 'lnk_1');
    assert.equal(fake.heard.length, 2);
  });

  for (const [what, trouble] of Object.entries(TROUBLES)) {
    test(`is not retried after ${what}, and the advice is to look first`, async () => {
      const { ponte, fake } = await ponteOver([trouble, answers(200, { secret: 'whsec_2' })]);
      const error = await failureOf(ponte.webhooks.endpoints.rotateSecret('whe_1'));
      const { outcome, advice } = error;
      assert.deepEqual({ outcome, advice }, { outcome: 'unknown', advice: 'look-first' });
      assert.equal(fake.heard.length, 1);
    });
  }

  test('is retried when it is an idempotent change', async () => {
    const { ponte, fake } = await ponteOver([
      refuses(503, 'unavailable'),
      cuts,
      answers(200, { id: 'lnk_1' }),
    ]);
    assert.equal((await ponte.links.update('lnk_1', { active: false })).id, 'lnk_1');
    assert.equal(fake.heard.length, 3);
  });

  test('counts as a deletion when a retry after a lost answer finds nothing', async () => {
    const { ponte } = await ponteOver([cuts, refuses(404, 'not_found')]);
    await ponte.wallets.delete('wal_1');
    const { ponte: other } = await ponteOver([refuses(404, 'not_found')]);
    assert.equal((await failureOf(other.wallets.delete('wal_1'))).code, 'not_found');
  });
});

describe('a caller who aborts', { concurrency: true }, () => {
  test('gets the key of the order whose outcome is unknown', async () => {
    const controller = new AbortController();
    const { ponte, fake } = await ponteOver([() => controller.abort('enough')]);
    const error = await failureOf(ponte.deposits.create(ORDER, { signal: controller.signal }));
    assert.deepEqual([error.code, error.outcome, error.cause], ['aborted', 'unknown', 'enough']);
    assert.deepEqual(keysOf(fake), new Set([error.idempotencyKey]));
  });

  test('stops waiting during a pause, and sends nothing when aborted before the start', async () => {
    const controller = new AbortController();
    const limited = refuses(429, 'rate_limited', { 'retry-after': '60' });
    const { ponte, fake } = await ponteOver([limited], {
      fetch: async (...request) => {
        const answer = await fetch(...request);
        const whole = new Response(await answer.text(), answer);
        // The pause begins without waiting for anything but microtasks, so before any timer.
        setTimeout(() => controller.abort('enough'), 50);
        return whole;
      },
    });
    const { signal } = controller;
    for (let call = 0; call < 2; call += 1) {
      const { code, outcome, cause } = await failureOf(ponte.deposits.create(ORDER, { signal }));
      assert.deepEqual([code, outcome, cause], ['aborted', 'none', 'enough']);
    }
    assert.equal(fake.heard.length, 1);
  });
});
