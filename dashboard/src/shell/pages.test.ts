import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const PAGE = /lazyPage\(\s*\(\) => import\('([^']+)'\),\s*'(\w+)',?\s*\)/g;

test('every route names a component that its file exports', async () => {
  const files = await readdir(import.meta.dirname);
  let pages = 0;
  for (const file of files.filter((name) => name.endsWith('-routes.ts') || name === 'routes.ts')) {
    const source = await readFile(join(import.meta.dirname, file), 'utf8');
    for (const [, path = '', name = ''] of source.matchAll(PAGE)) {
      const page = await readFile(join(import.meta.dirname, path), 'utf8');
      assert.match(page, new RegExp(`export function ${name}\\(`), `${path} exports ${name}`);
      pages += 1;
    }
    assert.equal([...source.matchAll(/lazyPage\(/g)].length, [...source.matchAll(PAGE)].length);
  }
  assert.ok(pages > 30);
});
