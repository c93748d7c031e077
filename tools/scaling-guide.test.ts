import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectFiles, readText } from './repository.ts';

/** The pattern's first group where it first matches, as a number. */
function numberIn(path: string, pattern: RegExp): number {
  return Number(pattern.exec(readText(path))?.[1]);
}

function countOf(path: string, pattern: RegExp): number {
  return readText(path).match(pattern)?.length ?? 0;
}

test('the connection counts on the scaling page match the code', () => {
  const pooled = numberIn('server/src/open-app.ts', /\bopen\((\d+)\)/);
  const pages = numberIn('server/src/open-app.ts', /PUBLIC_CONNECTIONS = (\d+)/);
  const listeners = projectFiles()
    .filter((path) => /^server\/src\/.*(?<!\.test)\.ts$/.test(path))
    .reduce((sum, path) => sum + countOf(path, /= listenWhileNeeded\(/g), 0);
  const separate = countOf('server/src/partitions/jobs.ts', /^ {4}(?:job|keep)\('/gm);
  const sandbox = numberIn('simulator/src/platform/database.ts', /\bmax: (\d+)/);
  const rows = [
    ...readText('docs/scaling.md').matchAll(/^\| (?:an|a|the) \w+ +\| +(\d+) \|(.*)\|$/gm),
  ];
  assert.deepEqual(
    rows.map(([, all, parts = '']) => [Number(all), (parts.match(/\d+/g) ?? []).map(Number)]),
    [
      [pooled + pages + listeners, [pages, listeners]],
      [pooled + separate, [separate]],
      [sandbox, []],
    ],
  );
});
