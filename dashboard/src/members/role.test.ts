import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnlyOwner, rolesBelow } from './role.ts';

test('only roles up to one’s own are offered', () => {
  assert.deepEqual(rolesBelow('owner'), ['owner', 'admin', 'developer', 'viewer']);
  assert.deepEqual(rolesBelow('admin'), ['admin', 'developer', 'viewer']);
  assert.deepEqual(rolesBelow('viewer'), ['viewer']);
});

test('the only owner is recognized until another member becomes an owner', () => {
  const ana = { id: 'usr_1', role: 'owner' } as const;
  const rui = { id: 'usr_2', role: 'admin' } as const;
  assert.equal(isOnlyOwner(ana, [ana, rui]), true);
  assert.equal(isOnlyOwner(ana, [ana, { ...rui, role: 'owner' }]), false);
  assert.equal(isOnlyOwner(rui, [ana, rui]), false);
});
