import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentsOf, queryOf } from './query.ts';

const NOW = Date.parse('2026-11-21T17:05:00.000Z');

test('without a filter the list is of the last thirty days', () => {
  const { from, ...rest } = queryOf({}, NOW);
  const days = (NOW - Date.parse(from ?? '')) / 86_400_000;
  assert.ok(days > 28.9 && days < 30.1, from);
  assert.deepEqual(
    Object.values(rest).filter((value) => value !== undefined),
    [],
  );
});

test('a name is looked for at any time, unless a period is asked for as well', () => {
  assert.equal(queryOf({ q: 'order-1' }, NOW).from, undefined);
  assert.notEqual(queryOf({ q: 'order-1', periodo: '7d' }, NOW).from, undefined);
});

test("a link's payments are listed whenever they were made, and only once confirmed", () => {
  const { from, to, status, paymentLinkId } = queryOf(paymentsOf('link-1'), NOW);
  assert.deepEqual(
    [from, to, status, paymentLinkId],
    [undefined, undefined, 'CONFIRMED', 'link-1'],
  );
  assert.notEqual(queryOf({ ...paymentsOf('link-1'), periodo: '7d' }, NOW).from, undefined);
});
