import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, type WireAnswer } from './outcome.ts';

const BAD: WireAnswer = {
  status: 500,
  retryAfter: undefined,
  body: undefined,
  errorMessage: undefined,
  codes: [],
};

const judged = (answer: Partial<WireAnswer>): string => {
  const { outcome, refusal } = failureOf({ ...BAD, ...answer });
  return `${outcome} ${refusal.code}`;
};

const said = (status: number, errorMessage: string): string => judged({ status, errorMessage });

test('a rate-limited call was not executed, whatever the HTTP status', () => {
  for (const status of [429, 520, 400, 503, 200]) {
    const text = 'Too many requests. Please wait 42 more seconds before retrying';
    assert.equal(said(status, text), 'not_executed rate_limited');
    const { refusal } = failureOf({ ...BAD, status, errorMessage: text });
    assert.equal(refusal.retryAfterSeconds, 42);
  }
});

test('the wait is read from the text, then from the header, and defaults to a minute', () => {
  const now = Date.parse('2026-10-21T07:26:30.500Z');
  const wait = (answer: Partial<WireAnswer>): number | undefined =>
    failureOf({ ...BAD, status: 429, ...answer }, now).refusal.retryAfterSeconds;
  assert.equal(wait({ errorMessage: 'wait 5 seconds', retryAfter: '9' }), 5);
  assert.equal(wait({ retryAfter: '9' }), 9);
  assert.equal(wait({ retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }), 90);
  assert.equal(wait({ retryAfter: 'Wed, 21 Oct 2026 07:26:00 GMT' }), 1);
  assert.equal(wait({ retryAfter: 'soon' }), 60);
  assert.equal(wait({ retryAfter: '0' }), 1);
  assert.equal(wait({}), 60);
  // Waiting a day would stop every status check and comparison.
  for (const much of ['86400', '100000', '9'.repeat(400), 'Thu, 22 Oct 2026 07:28:00 GMT']) {
    assert.equal(wait({ retryAfter: much }), 600, much);
  }
  assert.equal(wait({ errorMessage: 'wait 100000 more seconds', retryAfter: '9' }), 600);
});

test('a call that is not permitted, or paused, was not executed and concerns the operator', () => {
  const cases: Partial<WireAnswer>[] = [
    { status: 401 },
    { status: 403, errorMessage: 'any' },
    { status: 503, errorMessage: 'operation frozen' },
    { status: 520, errorMessage: 'Permission qrcodewhitelist not enabled for partner' },
    { status: 520, errorMessage: 'This partner requires a minimum QR delay of 24 hour(s)' },
    { status: 520, errorMessage: 'any', codes: ['NETWORK_WALLET_UNAVAILABLE'] },
    { status: 520, codes: ['NETWORK_WALLET_UNAVAILABLE'] },
    // About our token, whatever comes with it: neither the payer nor the Pix key is to blame.
    ...[
      'Authorization header is missing',
      'Invalid token',
      'Token expired',
      'jwt malformed',
      'jwt expired',
      'Token is missing the scope withdraw',
    ].flatMap((errorMessage) => [520, 400, 200].map((status) => ({ status, errorMessage }))),
  ];
  for (const answer of cases) assert.equal(judged(answer), 'not_executed not_configured');
});

test('a clear refusal is final, with the error code that fits its text', () => {
  const cap = "QR codes without an identified end user (EUID) can't exceed R$ 500.00.";
  const daily =
    "Daily withdrawal limit exceeded for pix key 'x'. Daily volume in cents: 500000. Withdrawal limit in cents: 600000.";
  const review =
    'After a compliance review, we are unable to process this withdrawal at this time. Please contact support. Your reference number: 0123456789abcdef0123456789abcdef';
  assert.equal(said(520, cap), 'refused invalid_amount');
  assert.equal(said(520, daily), 'refused invalid_amount');
  assert.equal(said(520, 'amount too small'), 'refused invalid_amount');
  assert.equal(said(520, review), 'refused payer_declined');
  assert.equal(judged({ status: 422 }), 'refused payer_declined');
  assert.equal(said(520, 'user is blocked'), 'refused payer_declined');
  assert.equal(said(400, 'invalid pix key'), 'refused invalid_pix_key');
  assert.equal(said(520, 'Tax number is not valid'), 'refused invalid_tax_id');
  assert.equal(said(200, 'the value is below the minimum'), 'refused invalid_amount');
  assert.equal(said(520, 'Invalid DePix address'), 'refused no_liquid_address');
  assert.equal(said(400, 'depixAddress is not valid'), 'refused no_liquid_address');
  assert.equal(said(400, 'no'), 'refused invalid_request');
  assert.equal(judged({ status: 400 }), 'refused invalid_request');
});

test('a refusal for an unknown reason says that nothing was charged, and quotes nothing', () => {
  const errorMessage = 'Maria Souza cannot do that';
  for (const [status, code] of [
    [400, 'invalid_request'],
    [520, 'payer_declined'],
  ] as const) {
    const { refusal } = failureOf({ ...BAD, status, errorMessage });
    assert.equal(refusal.code, code);
    assert.match(refusal.text.en, /^The provider refused this order, and nothing was charged/);
    assert.match(refusal.text.pt, /^O provedor recusou este pedido, e nada foi cobrado/);
    assert.doesNotMatch(refusal.text.en + refusal.text.pt, /Maria|cannot/);
  }
});

test('a Pix key or tax id that the provider refuses is not called malformed', () => {
  for (const [errorMessage, pt, en] of [
    ['invalid pix key', /^O provedor não aceita esta chave Pix\./, /this Pix key\. Confirm it/],
    ['Tax number is not valid', /^O provedor não aceita este CPF ou CNPJ\./, /CNPJ\. Check it/],
  ] as const) {
    const { refusal } = failureOf({ ...BAD, status: 520, errorMessage });
    assert.match(refusal.text.pt, pt);
    assert.match(refusal.text.en, en);
  }
});

test('the refusal for a new payer has the cap, what to do, and nothing else of the provider’s', () => {
  const errorMessage =
    "QR codes without an identified end user (EUID) can't exceed R$ 500.00. Ask support@example.";
  const { refusal } = failureOf({ ...BAD, status: 520, errorMessage });
  assert.match(refusal.text.en, /R\$\s500\.00 .*\. Charge at most that/);
  assert.match(refusal.text.pt, /R\$\s500,00 .*\. Cobre até esse valor/);
  assert.doesNotMatch(refusal.text.en + refusal.text.pt, /EUID|support/);
});

test('any other response has an unknown outcome', () => {
  const cases: Partial<WireAnswer>[] = [
    { status: 500 },
    { status: 500, errorMessage: 'an unhandled fault' },
    { status: 502 },
    { status: 504 },
    { status: 520 },
    { status: 503 },
    { status: 404 },
    { status: 409, errorMessage: 'any' },
    { status: 200 },
    { status: 301 },
    { status: 202 },
  ];
  for (const answer of cases) {
    assert.equal(judged(answer), 'unknown provider_error', JSON.stringify(answer));
  }
});
