import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { ROOT } from '../../../tools/repository.ts';
import { MATRIX } from './matrix.ts';
import { PARTS, WHOLE } from './row.ts';

test('the fault matrix has every row exactly once, each with a test', () => {
  const wanted = Object.entries(PARTS).flatMap(([letter, { rows }]) =>
    Array.from({ length: rows }, (_, index) => `${letter}${String(index + 1)}`),
  );
  const found = MATRIX.map(({ id }) => id);
  assert.ok(isDeepStrictEqual(found, wanted), String(wanted.filter((id) => !found.includes(id))));
  for (const { id, shownBy } of MATRIX) {
    const names = Object.values(shownBy);
    assert.ok(names.length > 0 && names.every((some) => some.length > 0), `${id} has no test`);
  }
});

test('every test named by a row exists in its file', () => {
  const missing = MATRIX.flatMap(({ id, shownBy }) =>
    Object.entries(shownBy).flatMap(([file, names]) => {
      const path = join(ROOT, file);
      if (!existsSync(path)) return [`${id}: there is no ${file}`];
      const source = readFileSync(path, 'utf8');
      const absent = names === WHOLE ? [] : names.filter((name) => !stands(source, name));
      return absent.map((name) => `${id}: ${file} has no test '${name}'`);
    }),
  );
  assert.deepEqual(missing, []);
});

/** Either a literal, or produced by a template; the run itself tells whether it was run. */
function stands(source: string, name: string): boolean {
  if (source.includes(`'${name}'`) || source.includes(`"${name}"`)) return true;
  return [...source.matchAll(/(?:test|it|describe)\(\s*`([^`]+)`/g)].some(([, template = '']) => {
    const pattern = template.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part));
    return new RegExp(`^${pattern.join('.*')}$`).test(name);
  });
}
