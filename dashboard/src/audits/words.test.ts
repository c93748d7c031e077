import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { words } from './words.ts';

/** Reads are not recorded, and neither is what the sandbox plays. */
const SILENT = /^(?:get|head)$|sandbox|^verify|^begin|^(?:request|read)PasswordReset$/i;
const AUDITED = /\/accounts\/\{accountId\}|\/operator\/|\/api\/(?:passkeys|totp|password)/;

test('every audited action of members and operators has a label in the audit log', () => {
  const file = new URL('../../../docs/openapi-dashboard.json', import.meta.url);
  // It is generated, and each of its operations has an id.
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const acts = Object.entries(paths)
    .filter(([path]) => AUDITED.test(path))
    .flatMap(([, methods]) => Object.entries(methods))
    .map(([method, { operationId = '' }]) => [method, operationId] as const)
    .filter(([method, id]) => !SILENT.test(method) && !SILENT.test(id));
  assert.ok(acts.length > 20);
  const unnamed = acts.map(([, id]) => id).filter((id) => !Object.hasOwn(words.pt.acts, id));
  assert.deepEqual(unnamed, []);
});
