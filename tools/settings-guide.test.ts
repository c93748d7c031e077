import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { readGuides } from '../server/src/docs/read-guides.ts';
import { findUnknownSettings } from '../server/src/operations/find-unknown-settings.ts';
import { LANGUAGES } from '../server/src/refusals.ts';
import { ROOT, settingNames } from './repository.ts';

const GUIDES = readGuides();
const names = settingNames();
const commands = commandNames();

/** As the command itself lists them. */
function commandNames(): string[] {
  const help = spawnSync(process.execPath, [`${ROOT}/server/src/cli.ts`], { encoding: 'utf8' });
  const listed = help.stdout.matchAll(/^ {2}([a-z][a-z-]*(?: [a-z]+)?)(?= |$)/gm);
  return [...listed].map(([, name = '']) => name);
}

for (const language of LANGUAGES) {
  const body = GUIDES[language].get('settings')?.body ?? '';

  test(`the ${language} guide names every setting`, () => {
    assert.ok(names.size > 20, 'the settings are no longer found in the source');
    assert.deepEqual(
      [...names].filter((name) => !body.includes(`\`${name}\``)),
      [],
    );
  });

  test(`the ${language} guide has every command of an operator`, () => {
    assert.ok(commands.includes('safe-mode status') && commands.includes('doctor'));
    assert.deepEqual(
      commands.filter((name) => !new RegExp(`\`${name}[ \`]`).test(body)),
      [],
    );
  });
}

test('the doctor knows every setting', () => {
  const env = Object.fromEntries([...names].map((name) => [name, 'any']));
  assert.deepEqual(findUnknownSettings(env), []);
});
