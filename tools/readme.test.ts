import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readText } from './repository.ts';

test('the README names every setting', () => {
  const readme = readText('README.md');
  const configs = ['server/src/config.ts', 'simulator/src/config.ts'].map(readText).join('\n');
  const names = new Set(configs.match(/(?<=')(PONTE_[A-Z_]+|PORT|DATABASE_URL)(?=')/g));
  assert.ok(names.size > 20, 'the settings are read in another way now');
  assert.deepEqual(
    [...names].filter((name) => !readme.includes(`\`${name}\``)),
    [],
  );
});
