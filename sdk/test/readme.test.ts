import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ADVICE } from '../src/index.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const [pt = '', en = ''] = read('sdk/README.md').split('\n## English\n');
const GUIDES = { pt: read('docs/guide/pt/sdk.md'), en: read('docs/guide/en/sdk.md') };

test('the README and the guides have the same installation steps', () => {
  const install = /^```sh\n(.*?)^```$/ms;
  const steps = [pt, en, GUIDES.pt, GUIDES.en].map((text) => install.exec(text)?.[1]);
  assert.match(steps[0] ?? '', /npm pack/);
  assert.equal(new Set(steps).size, 1);
});

test('README and guides explain every advice', () => {
  for (const advice of new Set([...Object.values(ADVICE), 'look-first'])) {
    for (const text of [pt, en]) assert.match(text, new RegExp(`case '${advice}':`));
    for (const text of Object.values(GUIDES))
      assert.match(text, new RegExp(`^\\| \`${advice}\` `, 'm'));
  }
});
