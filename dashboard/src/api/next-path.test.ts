import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeNext } from './next-path.ts';

test('a path within the dashboard is accepted as the target after sign-in', () => {
  assert.equal(
    safeNext('/app/acc_1/test/deposits?status=PENDING'),
    '/app/acc_1/test/deposits?status=PENDING',
  );
});

test('any other target after sign-in is rejected', () => {
  const elsewhere = [
    undefined,
    '',
    '/',
    '/dev/mailbox',
    '/app',
    '/application/x',
    '//evil.example/app/',
    'https://evil.example/app/',
    '/app/../dev/mailbox',
    '/app/%2e%2e/dev/mailbox',
    '/app/\\evil.example',
    '/app/\n/evil.example',
    'javascript:alert(1)',
  ];
  for (const next of elsewhere) assert.equal(safeNext(next), undefined, String(next));
});
