import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { pageOf, type PageRequest, readPage } from './page.ts';

interface Row {
  readonly id: string;
  readonly createdAt: Date;
}

/** Newest first, some with the same millisecond. */
const newRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: newId('evt'),
    createdAt: new Date(1_700_000_000_000 + Math.floor(index / 3)),
  })).toReversed();

/** Does what the database does to answer the request for a page. */
function select(rows: readonly Row[], { after, limit }: PageRequest): Row[] {
  const isBelow = (row: Row): boolean =>
    after === undefined ||
    row.createdAt < after.at ||
    (row.createdAt.getTime() === after.at.getTime() && row.id < after.id);
  return rows.filter(isBelow).slice(0, limit + 1);
}

test('pagination neither skips nor repeats a row while newer ones are being added', () => {
  let rows = newRows(50);
  const expected = rows.map(({ id }) => id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const request = readPage({ limit: '7', cursor }, 'evt');
    const { data, nextCursor } = pageOf(select(rows, request), request.limit, ({ id }) => id);
    assert.ok(data.length <= 7);
    seen.push(...data);
    cursor = nextCursor ?? undefined;
    rows = [{ id: newId('evt'), createdAt: new Date() }, ...rows];
  } while (cursor !== undefined);
  assert.deepEqual(seen, expected);
});

test('an altered cursor is refused, even if it decodes to the same bytes', () => {
  const { nextCursor } = pageOf(newRows(2), 1, ({ id }) => id);
  const cursor = nextCursor ?? assert.fail();
  assert.ok(readPage({ cursor }, 'evt').after);
  const middle = cursor.length / 2;
  for (const touched of [
    `${cursor}!`,
    `${cursor}=`,
    ` ${cursor}`,
    `${cursor.slice(0, middle)}*${cursor.slice(middle)}`,
    cursor.slice(1),
    '',
  ]) {
    assert.throws(() => readPage({ cursor: touched }, 'evt'), ApiError, touched);
  }
});

test('a full last page has no cursor', () => {
  const { data, nextCursor } = pageOf(newRows(7), 7, ({ id }) => id);
  assert.deepEqual([data.length, nextCursor], [7, null]);
});

test('without a limit a page has twenty rows', () => {
  assert.deepEqual(readPage({}), { limit: 20, after: undefined });
});

test('a cursor that the server did not issue is refused', () => {
  const encode = (text: string): string => Buffer.from(text).toString('base64url');
  for (const cursor of [
    '',
    'x',
    '🜚',
    encode('1700000000000'),
    encode('yesterday evt_01jd0000000000000000000000'),
    encode('1700000000000 evt_short'),
    encode('1700000000000 dep_01jd0000000000000000000000'),
    encode("1700000000000 ' or 1=1 --"),
    encode('999999999999999 evt_01jd0000000000000000000000').repeat(9),
  ]) {
    assert.throws(
      () => readPage({ cursor }, 'evt'),
      (error) => error instanceof ApiError && error.code === 'invalid_request',
      cursor,
    );
  }
});
