import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnknownSettings } from '../server/src/operations/find-unknown-settings.ts';
import { readText, settingNames } from './repository.ts';

test('the README names every setting', () => {
  const readme = readText('README.md');
  const names = settingNames();
  assert.ok(names.size > 20, 'the settings are no longer found in the source');
  assert.deepEqual(
    [...names].filter((name) => !readme.includes(`\`${name}\``)),
    [],
  );
});

test('the doctor knows every setting', () => {
  const env = Object.fromEntries([...settingNames()].map((name) => [name, 'any']));
  assert.deepEqual(findUnknownSettings(env), []);
});
