import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderRefusal } from '../errors.ts';
import { readToken, requireScope } from './token.ts';
import { tokenOf } from '../../test/sandbox.ts';

const NOW = new Date();
const refusal = (status: number, message: string) => (error: unknown) => {
  assert.ok(error instanceof ProviderRefusal);
  assert.deepEqual([error.status, error.message], [status, message]);
  return true;
};

test('a token names its partner', () => {
  assert.equal(readToken(`Bearer ${tokenOf('env_a')}`, NOW).sub, 'env_a');
});

test('each kind of invalid token has its own message', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'Authorization header is missing'],
    ['', 'Authorization header is missing'],
    ['Basic abc', 'Invalid token'],
    ['Bearer', 'Invalid token'],
    ['Bearer abc', 'jwt malformed'],
    ['Bearer a.b.c', 'jwt malformed'],
    [`Bearer ${tokenOf('env_a', { sub: 7 })}`, 'Invalid token'],
    [`Bearer ${tokenOf('env_a', { scope: 'deposit' })}`, 'Invalid token'],
    [`Bearer ${tokenOf('env_a', { exp: undefined })}`, 'Invalid token'],
    [`Bearer ${tokenOf('env_a', { exp: Math.floor(NOW.getTime() / 1000) })}`, 'jwt expired'],
  ];
  for (const [header, message] of cases) {
    assert.throws(() => readToken(header, NOW), refusal(401, message), header ?? 'none');
  }
});

test('a missing scope is forbidden', () => {
  const claims = readToken(`Bearer ${tokenOf('env_a', { scope: ['deposit'] })}`, NOW);
  requireScope(claims, 'deposit');
  requireScope(claims, undefined);
  assert.throws(
    () => requireScope(claims, 'withdraw'),
    refusal(403, 'Token lacks the scope withdraw'),
  );
});
