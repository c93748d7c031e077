import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiFailure } from '../api/api-failure.ts';
import { outcomeOf } from './order-outcome.ts';

const failure = (code: string, status: number) => new ApiFailure(code, '', { status });

test('a final refusal is classified as refused', () => {
  for (const [code, status] of [
    ['invalid_amount', 400],
    ['no_liquid_address', 400],
    ['deposits_disabled', 403],
    ['previous_error', 409],
    ['idempotency_mismatch', 409],
    ['payer_declined', 422],
  ] as const) {
    assert.equal(outcomeOf(failure(code, status)), 'refused', code);
  }
});

test('a server fault, timeout or lost connection leaves the outcome unknown', () => {
  for (const error of [
    failure('offline', 0),
    failure('in_progress', 409),
    failure('internal_error', 500),
    failure('provider_error', 502),
    failure('unavailable', 503),
    failure('internal_error', 504),
    new TypeError('x'),
  ]) {
    assert.equal(outcomeOf(error), 'unknown');
  }
});

test('a request rejected before its key was looked up is classified as unread', () => {
  for (const [code, status] of [
    ['invalid_request', 400],
    ['not_permitted', 403],
    ['not_found', 404],
    ['invalid_request', 408],
    ['unsupported_media_type', 415],
    ['internal_error', 431],
  ] as const) {
    assert.equal(outcomeOf(failure(code, status)), 'unread', code);
  }
});

test('a rate limit, a step-up or a missing configuration is classified as wait', () => {
  assert.equal(outcomeOf(failure('rate_limited', 429)), 'wait');
  assert.equal(outcomeOf(failure('step_up_required', 403)), 'wait');
  assert.equal(outcomeOf(failure('not_configured', 503)), 'wait');
});
