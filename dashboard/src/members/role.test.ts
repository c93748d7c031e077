import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rolesBelow } from './role.ts';

test('nobody is offered a role above their own', () => {
  assert.deepEqual(rolesBelow('owner'), ['owner', 'admin', 'developer', 'viewer']);
  assert.deepEqual(rolesBelow('admin'), ['admin', 'developer', 'viewer']);
  assert.deepEqual(rolesBelow('viewer'), ['viewer']);
});
