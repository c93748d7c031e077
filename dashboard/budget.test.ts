import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { hashInputs } from './stale.ts';
import {
  type Build,
  FIRST_LIMIT_BYTES,
  readBuild,
  ROUTE_LIMIT_BYTES,
  weighFirst,
  weighLater,
} from './weigh-build.ts';

const ROOT = import.meta.dirname;

let build: Build;

before(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, 'build.ts')]);
  build = await readBuild();
});

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

test('the build matches the hash of its sources', async () => {
  assert.equal(build.hash, await hashInputs(ROOT));
});

test('every entry page loads at most 220 KB', (t) => {
  for (const [name, bytes] of weighFirst(build)) {
    t.diagnostic(`${name}: ${kb(bytes)}`);
    assert.ok(bytes <= FIRST_LIMIT_BYTES, `${name}: ${kb(bytes)}`);
  }
});

test('every lazily loaded part is at most 40 KB', (t) => {
  const later = [...weighLater(build)].toSorted(([, one], [, other]) => other - one);
  assert.ok(later.length > 20);
  for (const [name, bytes] of later) {
    assert.ok(bytes <= ROUTE_LIMIT_BYTES, `${name}: ${kb(bytes)}`);
  }
  const [heaviest = ['', 0]] = later;
  t.diagnostic(`heaviest: ${heaviest[0]}, ${kb(heaviest[1])}`);
});

test('the bundles contain no syntax or API that old phones lack', async () => {
  // iOS 15 cannot parse a file with a lookbehind; the last Chrome for Android 7 lacks URL.canParse.
  const newer = /\(\?<[!=]|\bcanParse\b/;
  for (const file of Object.keys(build.files).filter((name) => name.endsWith('.js'))) {
    const text = await readFile(join(ROOT, 'dist', file), 'utf8');
    assert.doesNotMatch(text, newer, file);
  }
});

test('the page has no inline code or style and loads nothing from another origin', async () => {
  const page = await readFile(join(ROOT, 'dist/index.html'), 'utf8');
  assert.doesNotMatch(page, /<style|style=|<script(?![^>]*\ssrc=)|\son\w+=|https?:/);
  assert.equal(page.split('__NONCE__').length, 2);
  assert.ok(!Object.keys(build.files).some((file) => file.endsWith('.map')));
});

test('the licence text of bundled packages is included', async () => {
  const licences = await readFile(join(ROOT, 'dist/licences.md'), 'utf8');
  const packages = new Map(licences.split(/^## /m).map((one) => [one.split(' - ')[0], one]));
  for (const name of ['react', 'react-dom', '@mantine/core', '@tanstack/react-router']) {
    assert.match(packages.get(name) ?? '', /Copyright[^]*Permission is hereby granted/, name);
  }
});
