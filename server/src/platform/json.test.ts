import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson, isObject, readJsonObject } from './json.ts';

const read = (text: string): unknown => readJsonObject(Buffer.from(text));

test('only a JSON object in valid UTF-8 is accepted', () => {
  assert.deepEqual(read(' {"a": [1, "ç"]} '), { a: [1, 'ç'] });
  for (const text of [
    '',
    '[]',
    'null',
    '7',
    '"x"',
    '{',
    '{"a":}',
    "{'a':1}",
    '{"a":1}x',
    '{a:1}',
  ]) {
    assert.throws(() => read(text), Error, text);
  }
  assert.throws(() => readJsonObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])));
});

test('nesting is limited to a depth of 32, and deeper input does not overflow the stack', () => {
  const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  assert.ok(read(nested(31)));
  assert.throws(() => read(nested(32)));
  assert.throws(() => read(nested(30_000)));
});

test('an object is limited to a thousand values', () => {
  // The object and its list are two of the values.
  const listed = (count: number): string =>
    `{"a":[${Array.from({ length: count }, () => '0').join()}]}`;
  const named = (count: number): string =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${String(n)}`, {}])),
    );
  assert.ok(read(listed(998)));
  assert.ok(read(named(999)));
  for (const text of [listed(999), named(1_000), listed(32_000)]) assert.throws(() => read(text));
});

test('the canonical JSON does not depend on key order or white space', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: 1, c: 2 }], a: 'x' }),
    '{"a":"x","b":[1,{"c":2,"d":1}]}',
  );
  assert.equal(canonicalJson(read('{ "a" : 2e2 }')), canonicalJson(read('{"a":200.0}')));
});

test('the canonical JSON parses back to the same value, and differs for any other value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const text = canonicalJson(one);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(one)));
      assert.equal(canonicalJson(JSON.parse(text)), text);
      const same = canonicalJson(other) === text;
      assert.equal(same, canonicalJson(JSON.parse(JSON.stringify(other))) === text);
    }),
  );
  assert.notEqual(canonicalJson({ a: 1 }), canonicalJson({ a: '1' }));
  assert.notEqual(canonicalJson({ a: null }), canonicalJson({}));
  assert.notEqual(canonicalJson([1, 2]), canonicalJson([2, 1]));
});

test('an array or null is not an object', () => {
  assert.deepEqual([{}, [], null, 'x', undefined].map(isObject), [
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('a number is an integer if its literal is, and never because of rounding', () => {
  const numberIn = (literal: string): unknown =>
    readJsonObject(Buffer.from(`{"n":${literal}}`))['n'];
  for (const whole of ['200', '200.0', '2e2', '2.00E+2', '20000e-2', '0.0', '-0e9', '0.2e3']) {
    assert.equal(numberIn(whole), Number(whole), whole);
  }
  for (const none of ['199.99999999999999999', '200.00000000000000001', '1e-400', '2000001e-40']) {
    const value = numberIn(none);
    assert.ok(Number.isNaN(value) || !Number.isInteger(value), none);
  }
  assert.equal(numberIn('200.5'), 200.5);
});

test('a number as long as a body is checked quickly', () => {
  const before = process.cpuUsage();
  for (const literal of [`2.${'0'.repeat(65_000)}1`, `2.${'0'.repeat(65_000)}`]) {
    readJsonObject(Buffer.from(`{"n":${literal}}`));
  }
  assert.ok(process.cpuUsage(before).user < 500_000);
});
