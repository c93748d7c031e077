import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedIn } from './changed-in.ts';

const BEGAN = { name: 'Kiosk 21', contact: '', website: 'https://k21.example/' };

test('only fields changed since the form opened are sent, trimmed', () => {
  assert.deepEqual(changedIn(BEGAN, BEGAN), {});
  assert.deepEqual(changedIn({ ...BEGAN, name: ' Kiosk 21 ' }, BEGAN), {});
  assert.deepEqual(changedIn({ ...BEGAN, contact: ' ana ', website: '' }, BEGAN), {
    contact: 'ana',
    website: '',
  });
});
