import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentsOf, queryOf } from './query.ts';

const NOW = Date.parse('2026-11-21T17:05:00.000Z');

test('without filters the list covers the last 30 days', () => {
  const { from, ...rest } = queryOf({}, NOW);
  const days = (NOW - Date.parse(from ?? '')) / 86_400_000;
  assert.ok(days > 28.9 && days < 30.1, from);
  assert.deepEqual(
    Object.values(rest).filter((value) => value !== undefined),
    [],
  );
});

test('a search covers all time unless a period is also chosen', () => {
  assert.equal(queryOf({ q: 'order-1' }, NOW).from, undefined);
  assert.notEqual(queryOf({ q: 'order-1', periodo: '7d' }, NOW).from, undefined);
});

test("a link's payments are listed for all time, confirmed ones only", () => {
  const { from, to, status, paymentLinkId } = queryOf(paymentsOf('link-1'), NOW);
  assert.deepEqual(
    [from, to, status, paymentLinkId],
    [undefined, undefined, 'CONFIRMED', 'link-1'],
  );
  assert.notEqual(queryOf({ ...paymentsOf('link-1'), periodo: '7d' }, NOW).from, undefined);
});
