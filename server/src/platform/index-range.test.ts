import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compile, sql } from './sql.ts';
import { indexRangeOf, newest } from './index-range.ts';

interface Row {
  readonly ms: number;
  readonly id: string;
}

const rows = fc.array(fc.record({ ms: fc.nat(5), id: fc.constantFrom('a', 'b', 'c', 'd') }));
const maybeMs = fc.option(fc.integer({ min: -1, max: 6 }));
const time = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

test('a stretch contains the rows after the cursor, since one time and before another', () => {
  fc.assert(
    fc.property(
      rows,
      fc.option(fc.record({ ms: fc.nat(5), id: fc.string() })),
      maybeMs,
      maybeMs,
      check,
    ),
  );
  function check(all: Row[], cursor: Row | null, from: number | null, to: number | null): void {
    const after = cursor === null ? undefined : { at: new Date(cursor.ms), id: cursor.id };
    const { since, at, id } = indexRangeOf(after, time(from), time(to));
    const isWithin = (row: Row): boolean =>
      row.ms >= (since instanceof Date ? since.getTime() : -Infinity) &&
      (at === 'infinity' || row.ms < at.getTime() || (row.ms === at.getTime() && row.id < id));
    const isMeant = (row: Row): boolean =>
      (from === null || row.ms >= from) &&
      (to === null || row.ms < to) &&
      (cursor === null || row.ms < cursor.ms || (row.ms === cursor.ms && row.id < cursor.id));
    assert.deepEqual(all.filter(isWithin), all.filter(isMeant));
  }
});

test('a query for a stretch is ordered by every column of its index', () => {
  const { template, values: given } = sql`select ${newest(
    [
      ['kind', 'a'],
      ['other', null],
    ],
    indexRangeOf(undefined),
    3,
  )}`;
  const { text, values } = compile(template, given);
  assert.match(
    text,
    /order by "kind" desc, created_at desc, id desc limit \(select \$\d::bigint\)$/,
  );
  assert.deepEqual(values, ['a', '-infinity', 'a', 'infinity', '', 3]);
});
