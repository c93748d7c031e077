import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answers,
  cuts,
  failureOf,
  isSomebodyElse,
  keysOf,
  ponteOver,
  refuses,
  type Reply,
  saysNothing,
  stopsHalfway,
} from './liar.ts';

const ORDER = { amountCents: 5_000, taxId: '12345678909' };
const made = answers(201, { id: 'dep_1', status: 'PENDING' });

const TROUBLES: Readonly<Record<string, Reply>> = {
  'a connection cut before the answer': cuts,
  'an answer cut in its middle': stopsHalfway,
  'an answer that is somebody else’s': isSomebodyElse,
  provider_error: refuses(502, 'provider_error'),
  internal_error: refuses(500, 'internal_error'),
  unavailable: refuses(503, 'unavailable'),
  'a proxy’s own 504': answers(504, undefined),
};

/** Successes in JSON that no gateway answers an order with. */
const STRANGERS: Readonly<Record<string, Reply>> = {
  'an answer without a body': answers(204, undefined),
  'an answer that says nothing': answers(201, {}),
  'a maintenance page in JSON': answers(200, { error: 'maintenance', message: 'back soon' }),
  'another server’s answer': answers(200, { id: 'dep_1', status: 'PENDING' }),
};

// Most of their time they wait, so they wait together.
describe('an order whose answer does not come', { concurrency: true }, () => {
  for (const [what, trouble] of Object.entries({ ...TROUBLES, ...STRANGERS })) {
    test(`${what} is followed by the same order under the same key`, async () => {
      const { ponte, liar } = await ponteOver([trouble, made]);
      assert.equal((await ponte.deposits.create(ORDER)).id, 'dep_1');
      assert.equal(liar.heard.length, 2);
      assert.equal(keysOf(liar).size, 1);
      assert.deepEqual(new Set(liar.heard.map(({ body }) => body)).size, 1);
    });

    test(`${what}, again and again, leaves an outcome unknown and the key to go on with`, async () => {
      const { ponte, liar } = await ponteOver([trouble], { maxAttempts: 2 });
      const error = await failureOf(
        ponte.withdrawals.create({ ...ORDER, pixKeyType: 'EVP', pixKey: 'x' }),
      );
      assert.equal(error.outcome, 'unknown');
      assert.equal(error.advice, 'same-key');
      assert.deepEqual(keysOf(liar), new Set([error.idempotencyKey]));
      assert.equal(liar.heard.length, 2);
    });
  }

  test('a call without an answer in time is not called failed', async () => {
    const { ponte } = await ponteOver([saysNothing], { attemptTimeoutMs: 50, maxAttempts: 1 });
    const error = await failureOf(ponte.deposits.create(ORDER, { idempotencyKey: 'order-1' }));
    const { code, outcome, advice, idempotencyKey } = error;
    assert.deepEqual(
      { code, outcome, advice, idempotencyKey },
      { code: 'timed_out', outcome: 'unknown', advice: 'same-key', idempotencyKey: 'order-1' },
    );
  });

  test('whatever an attempt may have made stays unknown when the next one is only told to wait', async () => {
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

describe('an order whose key says more', { concurrency: true }, () => {
  test('a spent key made nothing, whatever became of the attempts before', async () => {
    const { ponte, liar } = await ponteOver([cuts, refuses(409, 'previous_error'), made]);
    const error = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual(
      [error.code, error.outcome, error.advice],
      ['previous_error', 'none', 'new-key'],
    );
    assert.equal(liar.heard.length, 2);
  });

  for (const [status, reason] of [
    [408, 'came too late'],
    [400, 'nobody could read'],
    [431, 'had too long headers'],
  ] as const) {
    test(`what may have been made stays unknown when its repetition ${reason}`, async () => {
      const { ponte } = await ponteOver([cuts, refuses(status, 'invalid_request')], {
        maxAttempts: 2,
      });
      const { code, outcome, advice } = await failureOf(ponte.deposits.create(ORDER));
      assert.deepEqual([code, outcome, advice], ['invalid_request', 'unknown', 'same-key']);
    });
  }

  test('a request that may not have been read spends no key, so an order of earlier keeps its own', async () => {
    const { ponte, liar } = await ponteOver([refuses(400, 'invalid_request')]);
    const { outcome, advice } = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual([outcome, advice], ['none', 'fix-request']);
    assert.equal(liar.heard.length, 1);
  });

  test('an order that did not come whole in time is sent again under its key', async () => {
    const { ponte, liar } = await ponteOver([refuses(408, 'invalid_request'), made]);
    await ponte.deposits.create(ORDER);
    assert.equal(liar.heard.length, 2);
    assert.equal(keysOf(liar).size, 1);
  });

  test('an order that never comes whole in time was not made, and may be sent later', async () => {
    const { ponte } = await ponteOver([refuses(408, 'invalid_request')], { maxAttempts: 2 });
    const { outcome, advice } = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual([outcome, advice], ['none', 'wait']);
  });

  test('a new key is used when it is asked for, and told before anything leaves under it', async () => {
    const { ponte, liar } = await ponteOver([refuses(409, 'previous_error'), made]);
    const told: { key: string; heard: number }[] = [];
    await ponte.deposits.create(ORDER, {
      idempotencyKey: 'order-2',
      renewKey: (key) => void told.push({ key, heard: liar.heard.length }),
    });
    assert.equal(told[0]?.heard, 1);
    assert.deepEqual([...keysOf(liar)], ['order-2', told[0]?.key]);
  });

  test('an order under way is waited for however few attempts are allowed', async () => {
    const { ponte, liar } = await ponteOver([refuses(409, 'in_progress'), made], {
      maxAttempts: 1,
    });
    await ponte.deposits.create(ORDER);
    assert.equal(keysOf(liar).size, 1);
  });
});

describe('a refusal', { concurrency: true }, () => {
  test('a wait longer than the call may last is the caller’s to decide on', async () => {
    const { ponte, liar } = await ponteOver([
      refuses(429, 'rate_limited', { 'retry-after': '91' }),
    ]);
    const error = await failureOf(ponte.deposits.create(ORDER));
    assert.deepEqual([error.outcome, error.advice, error.retryAfterMs], ['none', 'wait', 91_000]);
    assert.equal(liar.heard.length, 1);
  });

  test('Retry-After is kept to', async () => {
    const seen: number[] = [];
    const note =
      (reply: Reply): Reply =>
      (response, request) => {
        seen.push(performance.now());
        reply(response, request);
      };
    const limited = note(refuses(429, 'rate_limited', { 'retry-after': '1' }));
    const { ponte } = await ponteOver([limited, note(made)]);
    await ponte.deposits.create(ORDER);
    const [first = 0, second = 0] = seen;
    assert.ok(second - first >= 990, String(second - first));
  });

  test('a Retry-After that is a date, as proxies write it, is one too', async () => {
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
      const { ponte, liar } = await ponteOver([refuses(status, code), made]);
      const error = await failureOf(ponte.deposits.create(ORDER));
      assert.deepEqual([error.code, error.status, error.outcome], [code, status, 'none']);
      assert.equal(error.message, `about ${code}`);
      assert.equal(liar.heard.length, 1);
    });
  }
});

describe('a call without a key of its own', { concurrency: true }, () => {
  test('what has no key is not made twice: a lost answer is told', async () => {
    const { ponte, liar } = await ponteOver([cuts, answers(201, {})]);
    const error = await failureOf(ponte.links.create({ title: 'Rifa' }));
    assert.deepEqual([error.code, error.outcome], ['connection_failed', 'unknown']);
    assert.equal(liar.heard.length, 1);
  });

  test('what was turned away at the door is tried again, key or not', async () => {
    const { ponte, liar } = await ponteOver([
      refuses(429, 'rate_limited'),
      answers(201, { id: 'lnk_1' }),
    ]);
    assert.equal((await ponte.links.create({ title: 'Rifa' })).id, 'lnk_1');
    assert.equal(liar.heard.length, 2);
  });

  for (const [what, trouble] of Object.entries(TROUBLES)) {
    test(`what has no key is looked for, not made again, after ${what}`, async () => {
      const { ponte, liar } = await ponteOver([trouble, answers(200, { secret: 'whsec_2' })]);
      const error = await failureOf(ponte.webhooks.endpoints.rotateSecret('whe_1'));
      const { outcome, advice } = error;
      assert.deepEqual({ outcome, advice }, { outcome: 'unknown', advice: 'look-first' });
      assert.equal(liar.heard.length, 1);
    });
  }

  test('a change that is the same when made twice is made again', async () => {
    const { ponte, liar } = await ponteOver([
      refuses(503, 'unavailable'),
      cuts,
      answers(200, { id: 'lnk_1' }),
    ]);
    assert.equal((await ponte.links.update('lnk_1', { active: false })).id, 'lnk_1');
    assert.equal(liar.heard.length, 3);
  });

  test('a deletion that was carried out unheard is a deletion', async () => {
    const { ponte } = await ponteOver([cuts, refuses(404, 'not_found')]);
    await ponte.wallets.delete('wal_1');
    const { ponte: other } = await ponteOver([refuses(404, 'not_found')]);
    assert.equal((await failureOf(other.wallets.delete('wal_1'))).code, 'not_found');
  });
});

describe('a caller who gives up', { concurrency: true }, () => {
  test('a caller who gives up is told the key of what may have been made', async () => {
    const controller = new AbortController();
    const { ponte, liar } = await ponteOver([() => controller.abort('enough')]);
    const error = await failureOf(ponte.deposits.create(ORDER, { signal: controller.signal }));
    assert.deepEqual([error.code, error.outcome, error.cause], ['aborted', 'unknown', 'enough']);
    assert.deepEqual(keysOf(liar), new Set([error.idempotencyKey]));
  });

  test('a caller who gives up during a pause waits no longer, and before the start sends nothing', async () => {
    const controller = new AbortController();
    const limited = refuses(429, 'rate_limited', { 'retry-after': '60' });
    const { ponte, liar } = await ponteOver([limited], {
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
    assert.equal(liar.heard.length, 1);
  });
});
