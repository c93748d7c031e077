import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../ids.ts';
import type { FiledAlert } from '../operator-alerts/store.ts';
import { alertView } from './book-views.ts';

const AT = new Date('2026-11-21T12:00:00Z');
const ALERT: FiledAlert = {
  id: 1,
  environmentId: null,
  kind: 'unmatched_notice',
  subject: `med ${'a'.repeat(32)}`,
  times: 1,
  noticeId: 7,
  assignedTo: null,
  createdAt: AT,
  updatedAt: AT,
  resolvedAt: null,
};

test('an alert of a filed MED is assignable, and again after another report', () => {
  const isAssignable = (changes: Partial<FiledAlert>) =>
    alertView({ ...ALERT, ...changes }, []).isAssignable;
  assert.equal(isAssignable({}), true);
  assert.equal(isAssignable({ noticeId: null }), false);
  assert.equal(isAssignable({ subject: `withdraw ${'a'.repeat(32)}` }), false);
  assert.equal(isAssignable({ assignedTo: newId('dep'), resolvedAt: AT }), false);
  assert.equal(isAssignable({ assignedTo: newId('dep') }), true);
});
