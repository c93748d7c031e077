import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../test/database.ts';
import { firstIdAt, newId, parseId } from './ids.ts';
import { connect } from './platform/db.ts';

test('an id is a UUIDv7 in 26 characters behind its prefix', () => {
  const before = Date.now();
  const id = newId('dep');
  assert.match(id, /^dep_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  const bits = [...id.slice(4)].reduce(
    (value, letter) => value * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(letter)),
    0n,
  );
  const hex = bits.toString(16).padStart(32, '0');
  assert.equal(hex[12], '7', 'the version');
  assert.match(hex[16] ?? '', /[89ab]/, 'the variant');
  const ms = Number.parseInt(hex.slice(0, 12), 16);
  assert.ok(ms >= before && ms <= Date.now() + 1_000);
});

test('ids of one process ascend, also within a millisecond, and never repeat', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('evt'));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('the first id at a time sorts between the ids created before and after it', () => {
  const from = Date.now();
  const id = newId('req');
  assert.ok(firstIdAt('req', new Date(from)) < id);
  assert.ok(id < firstIdAt('req', new Date(Date.now() + 1_000)));
  assert.equal(parseId('req', firstIdAt('req', new Date(0))), `req_${'0'.repeat(26)}`);
  const times = [0, 1, 31, 32, 1_023, 1_024, from, from + 1, 2 ** 48 - 1];
  const ids = times.map((ms) => firstIdAt('req', new Date(ms)));
  assert.deepEqual(ids.toSorted(), ids);
});

test('only a well-formed id with the expected prefix is parsed', () => {
  const id = newId('dep');
  assert.equal(parseId('dep', id), id);
  const [head, tail] = [id.slice(0, 4), id.slice(5)];
  for (const text of [
    id.replace('dep_', 'wdr_'),
    id.toUpperCase(),
    id.slice(0, -1),
    `${id}0`,
    ` ${id}`,
    `${id}\n`,
    `${head}8${tail}`,
    ...['i', 'l', 'o', 'u', '-', "'", '%'].map((odd) => id.slice(0, -1) + odd),
    'dep_',
    '',
  ]) {
    assert.equal(parseId('dep', text), undefined, text);
  }
});

test('the database accepts every generated id, and refuses malformed ones', async (t) => {
  const db = connect({ url: await testDatabase(), connections: 1, onError: () => undefined });
  t.after(() => db.end());
  const cast = (text: string) => db<{ id: string }>`select ${text}::object_id as id`;
  for (const id of [newId('dep'), newId('wal'), newId('req')]) {
    assert.deepEqual(await cast(id), [{ id }]);
  }
  const id = newId('dep');
  for (const text of [
    '',
    'dep',
    id.slice(1),
    `${id}0`,
    id.replace('_', '-'),
    `${id.slice(0, -1)}é`,
  ]) {
    await assert.rejects(cast(text), /object_id_check/, text);
  }
});
