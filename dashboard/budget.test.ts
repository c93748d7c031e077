import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { hashInputs } from './stale.ts';

const ROOT = import.meta.dirname;
const FIRST_BYTES = 220 * 1024;
const ROUTE_BYTES = 40 * 1024;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

interface Build {
  readonly hash: string;
  readonly files: Readonly<Record<string, { gzip: number }>>;
  readonly entry: readonly string[];
  readonly chunks: Readonly<Record<string, Chunk>>;
}

let build: Build;

before(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'build.ts')]);
  // The build has just written it.
  build = JSON.parse(await readFile(join(ROOT, 'dist/build.json'), 'utf8')) as Build;
});

/** All files that a module needs before it can run, without those of the first load. */
function filesOf(name: string, found = new Set<string>()): Set<string> {
  const chunk = build.chunks[name];
  if (chunk === undefined || found.has(chunk.file) || build.entry.includes(chunk.file)) {
    return found;
  }
  found.add(chunk.file);
  for (const sheet of chunk.css ?? []) if (!build.entry.includes(sheet)) found.add(sheet);
  for (const other of chunk.imports ?? []) filesOf(other, found);
  return found;
}

function weight(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + (build.files[file]?.gzip ?? 0), 0);
}

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

test('what is built is what the sources say', async () => {
  assert.equal(build.hash, await hashInputs(ROOT));
});

test('the first page, whichever it is, weighs at most 220 KB', (t) => {
  const first = ['src/home/home.tsx', 'src/shell/shell.tsx', 'src/entry/sign-in.tsx'];
  for (const name of first) {
    assert.ok(build.chunks[name], name);
    const shell = name === 'src/home/home.tsx' ? filesOf('src/shell/shell.tsx') : [];
    const bytes = weight(new Set([...build.entry, ...shell, ...filesOf(name)]));
    t.diagnostic(`${name}: ${kb(bytes)}`);
    assert.ok(bytes <= FIRST_BYTES, `${name}: ${kb(bytes)}`);
  }
});

test('every part that is loaded later weighs at most 40 KB', (t) => {
  const shell = filesOf('src/shell/shell.tsx');
  const later = Object.entries(build.chunks).filter(([, chunk]) => chunk.isDynamicEntry);
  assert.ok(later.length > 20);
  let heaviest = ['', 0] as [string, number];
  for (const [name] of later) {
    const files = [...filesOf(name)];
    const bytes = weight(name.endsWith('shell.tsx') ? files : files.filter((f) => !shell.has(f)));
    if (bytes > heaviest[1]) heaviest = [name, bytes];
    assert.ok(bytes <= ROUTE_BYTES, `${name}: ${kb(bytes)}`);
  }
  t.diagnostic(`heaviest: ${heaviest[0]}, ${kb(heaviest[1])}`);
});

test('nothing in the page is inline, and nothing comes from elsewhere', async () => {
  const page = await readFile(join(ROOT, 'dist/index.html'), 'utf8');
  assert.doesNotMatch(page, /<style|style=|<script(?![^>]*\ssrc=)|\son\w+=|https?:/);
  assert.equal(page.split('__NONCE__').length, 2);
  assert.ok(!Object.keys(build.files).some((file) => file.endsWith('.map')));
});
