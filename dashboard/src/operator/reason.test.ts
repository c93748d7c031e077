import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneLine, reasonProblem } from './reason.ts';

test('a reason has 3 to 500 characters, not counting surrounding whitespace', () => {
  assert.equal(reasonProblem(''), 'missing');
  assert.equal(reasonProblem('   '), 'missing');
  assert.equal(reasonProblem(' ab '), 'short');
  assert.equal(reasonProblem('abc'), undefined);
  assert.equal(reasonProblem('x'.repeat(500)), undefined);
  assert.equal(reasonProblem('x'.repeat(501)), 'long');
  assert.equal(reasonProblem('😀'.repeat(500)), undefined);
});

test('line breaks in pasted text become spaces', () => {
  assert.equal(oneLine('chamado 12\r\n\tpedido do cliente'), 'chamado 12 pedido do cliente');
});
