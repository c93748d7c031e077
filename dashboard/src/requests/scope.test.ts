import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { scopeFor } from './scope.ts';

test('the scope derived for each API route is the one in its description', async () => {
  const file = new URL('../../../docs/openapi.json', import.meta.url);
  // The document is ours; its form is checked where it is made.
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as {
    paths: Record<string, Record<string, { 'x-scope'?: string }>>;
  };
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { 'x-scope': scope }] of Object.entries(operations)) {
      if (scope === undefined) continue;
      const needed = scope === 'any' ? undefined : scope;
      assert.equal(scopeFor(method.toUpperCase(), path), needed, `${method} ${path}`);
    }
  }
});
