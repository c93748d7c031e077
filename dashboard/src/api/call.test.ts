import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { ApiFailure } from './api-failure.ts';
import {
  beginFile,
  call,
  hrefOf,
  identifyBy,
  onNotPermitted,
  onSignedOut,
  onStepUpRequired,
} from './call.ts';

const PATH = { accountId: 'acc/1', mode: 'test' } as const;
const ORDER = { amountCents: 500, taxId: '12345678909' };

const HERE = () => '/withdrawals/new';

interface Sent {
  readonly href: string;
  readonly headers: Record<string, string>;
}

let sent: Sent[] = [];
let answers: (Response | Error)[] = [];
const realFetch = globalThis.fetch;

beforeEach(() => {
  sent = [];
  globalThis.fetch = async (href, init) => {
    // Only our own code calls it, and always gives both like this.
    sent.push({ href: href as string, headers: init?.headers as Record<string, string> });
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('unexpected');
    return answer;
  };
});

afterEach(() => {
  globalThis.fetch = realFetch;
});

function refusal(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error, message: 'words' }, { status, headers });
}

function order(): Promise<unknown> {
  // The server is not involved in whether it would take this order.
  const body = ORDER as never;
  return call('createDeposit', { path: PATH, body, idempotencyKey: 'order-1' });
}

test('path and query values are escaped in the URL', () => {
  const href = hrefOf('listWallets', { path: PATH, query: { limit: 5, cursor: undefined } });
  assert.equal(href, '/app/api/accounts/acc%2F1/test/wallets?limit=5');
});

test('a failure carries code, message, status, request id and Retry-After', async () => {
  answers = [refusal(429, 'rate_limited', { 'retry-after': '7', 'x-request-id': 'req_1' })];
  await assert.rejects(order(), {
    code: 'rate_limited',
    message: 'words',
    status: 429,
    requestId: 'req_1',
    retryAfterSeconds: 7,
  });
});

test('what a lost role explains makes the role be read again, other refusals do not', async () => {
  let times = 0;
  onNotPermitted(() => (times += 1));
  answers = [
    refusal(403, 'withdrawals_disabled'),
    refusal(403, 'not_permitted'),
    refusal(404, 'not_found'),
  ];
  for (const expected of [0, 1, 2]) {
    await assert.rejects(order());
    assert.equal(times, expected);
  }
});

test('a proxy error page is mapped to a code by its status', async () => {
  for (const [status, code] of [
    [502, 'unavailable'],
    [504, 'unavailable'],
    [413, 'internal_error'],
  ] as const) {
    answers = [new Response('<h1>A proxy</h1>', { status })];
    await assert.rejects(order(), { code, status });
  }
});

test('a page that a proxy gives as a success is a failure without a status, and no content a success', async () => {
  answers = [new Response('<h1>A proxy</h1>', { headers: { 'content-type': 'text/html' } })];
  await assert.rejects(order(), { code: 'unavailable', status: 0 });
  answers = [new Response(null, { status: 204 })];
  assert.equal(await order(), undefined);
});

test('an export has begun only if what comes is a CSV file', async () => {
  const ofType = (type: string) => new Response('…', { headers: { 'content-type': type } });
  answers = [ofType('text/html'), ofType('text/csv; charset=utf-8')];
  await assert.rejects(beginFile('exportDeposits', { path: PATH }), { code: 'unavailable' });
  await beginFile('exportDeposits', { path: PATH });
});

test('a network failure has the code "offline"', async () => {
  answers = [new TypeError('Failed to fetch')];
  await assert.rejects(order(), { code: 'offline', status: 0 });
});

test('after a step-up the same order is resent under the same idempotency key', async () => {
  answers = [refusal(403, 'step_up_required'), Response.json({ id: 'dep_1' }, { status: 201 })];
  onStepUpRequired(async () => true, HERE);
  assert.deepEqual(await order(), { id: 'dep_1' });
  assert.deepEqual(
    sent.map(({ headers }) => headers['idempotency-key']),
    ['order-1', 'order-1'],
  );
});

test('an order names the person signed in when it was submitted, also when resent', async () => {
  answers = [refusal(403, 'step_up_required'), Response.json({ id: 'dep_1' }, { status: 201 })];
  let person: string | undefined = 'usr_1';
  identifyBy(() => person);
  onStepUpRequired(async () => {
    person = 'usr_2';
    return true;
  }, HERE);
  await order();
  identifyBy(() => undefined);
  assert.deepEqual(
    sent.map(({ headers }) => headers['ponte-person']),
    ['usr_1', 'usr_1'],
  );
});

test('a declined step-up resends nothing, and a call asks for step-up only once', async () => {
  answers = [refusal(403, 'step_up_required')];
  onStepUpRequired(async () => false, HERE);
  await assert.rejects(order(), { code: 'step_up_required' });
  assert.equal(sent.length, 1);

  answers = [refusal(403, 'step_up_required'), refusal(403, 'step_up_required')];
  onStepUpRequired(async () => true, HERE);
  await assert.rejects(order(), { code: 'step_up_required' });
  assert.equal(sent.length, 3);
});

test('after leaving the page there is no step-up prompt and no resend', async () => {
  answers = [refusal(403, 'step_up_required')];
  let page = '/withdrawals/new';
  onStepUpRequired(
    async () => assert.fail('asked'),
    () => page,
  );
  const ordered = order();
  page = '/webhooks';
  await assert.rejects(ordered, { code: 'step_up_required' });
  assert.equal(sent.length, 1);
});

test('an ended or incomplete session redirects to sign-in; wrong credentials do not', async () => {
  let left = 0;
  onSignedOut(() => (left += 1));
  for (const [code, times] of [
    ['signed_out', 1],
    ['second_factor_required', 2],
    ['invalid_credentials', 2],
  ] as const) {
    answers = [refusal(401, code)];
    await assert.rejects(order(), ApiFailure);
    assert.equal(left, times, code);
  }
});
