import assert from 'node:assert/strict';
import { test } from 'node:test';
import { euidOf, hyphenated, newEndToEndId, newId, plainId } from './ids.ts';

test('ids are unique UUIDv7 without hyphens', () => {
  const ids = new Set(Array.from({ length: 1000 }, newId));
  assert.equal(ids.size, 1000);
  for (const id of ids) assert.match(id, /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
});

test('adding and removing hyphens preserves the id', () => {
  const id = newId();
  assert.match(
    hyphenated(id),
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  assert.equal(plainId(hyphenated(id).toUpperCase()), id);
});

test('an end-to-end id is E and 31 characters', () => {
  assert.match(
    newEndToEndId(new Date('2026-11-21T08:11:52Z')),
    /^E13203354202611210811[0-9a-f]{11}$/,
  );
});

test('a payer always has the same EUID, of EU and 15 digits', () => {
  assert.match(euidOf('01234567890'), /^EU\d{15}$/);
  assert.equal(euidOf('01234567890'), euidOf('01234567890'));
  assert.notEqual(euidOf('01234567890'), euidOf('98765432100'));
});
