import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/database.ts';
import { connect } from './db.ts';
import { identifier, sql } from './sql.ts';

const url = await testDatabase();

test('a time is read to the millisecond, in any time zone of the session', async (t) => {
  const times = [
    '2026-11-21T20:12:35.123Z',
    '2026-11-21T20:12:35.000Z',
    '2026-02-28T23:59:59.900Z',
    '1969-12-31T23:59:59.999Z',
    '0099-03-01T00:00:00.000Z',
  ];
  for (const zone of ['UTC', 'America/Sao_Paulo', 'Asia/Kolkata']) {
    const there = new URL(url);
    there.searchParams.set('options', `-c TimeZone=${zone}`);
    const db = connect({ url: there.href, connections: 1, onError: () => undefined });
    t.after(() => db.end());
    const rows = await db<{ at: Date }>`
      select at::timestamptz as at from unnest(${times}::text[]) with ordinality as times (at, place)
      order by place`;
    assert.deepEqual(
      rows.map(({ at }) => at.toISOString()),
      times,
      zone,
    );
    const [ends] = await db<{ never: number; always: number; none: null }>`
      select 'infinity'::timestamptz as never, '-infinity'::timestamptz as always,
        null::timestamptz as none`;
    assert.deepEqual(ends, { never: Infinity, always: -Infinity, none: null });
  }
});

test('rows have the selected columns, even if a statement selects others each time', async (t) => {
  const db = connect({ url, connections: 1, onError: () => undefined });
  t.after(() => db.end());
  const named = (name: string, more = sql``) =>
    db<object>`select 1 as ${identifier(name)} ${more} from generate_series(1, 2)`;
  assert.deepEqual(await named('first_name'), [{ firstName: 1 }, { firstName: 1 }]);
  assert.deepEqual(await named('other_name'), [{ otherName: 1 }, { otherName: 1 }]);
  const [one, two] = await named('other_name', sql`, generate_series as number`);
  assert.deepEqual(
    [one, two],
    [
      { otherName: 1, number: 1 },
      { otherName: 1, number: 2 },
    ],
  );
});
