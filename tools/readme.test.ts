import assert from 'node:assert/strict';
import { test } from 'node:test';
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
