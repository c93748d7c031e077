import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingCitations, missingTests } from './cited-paths.ts';

const PROJECT = {
  files: ['README.md', 'docs/glossary.md', 'server/src/deposits/deposit.ts', 'server/src/api.ts'],
  scripts: ['check', 'test', 'ponte'],
};

test('an existing path is accepted in full, by its end, as a folder or as a link', () => {
  const text = `See \`server/src/api.ts\`, \`deposits/deposit.ts\`, \`deposits/\`, \`server/src\`,
    [words](../docs/glossary.md#med) and [the web](https://example.org/a.md). \`npm run check\`.`;
  assert.deepEqual(missingCitations('docs/glossary.md', text, PROJECT), []);
});

test('a guide may link to a generated page', () => {
  const text = '[codes](errors.md#unauthorized), [routes](reference.md), [gone](deposits.md)';
  assert.deepEqual(missingCitations('docs/guide/en/sdk.md', text, PROJECT), ['deposits.md']);
});

test('a missing path, folder, link or script is reported', () => {
  const text = `\`deposits/gone.ts\` \`wallets/\` [words](glossary.md)
    npm run deploy, npm start, npm run -s ponte -- key list, npm test`;
  const missing = [
    'glossary.md',
    'deposits/gone.ts',
    'wallets/',
    'npm run deploy',
    'npm run start',
  ];
  assert.deepEqual(missingCitations('README.md', text, PROJECT), missing);
});

test('routes, commands, types and placeholders are not taken for paths', () => {
  const text =
    '`/v1/deposits` `application/json` `curl -s x.md` `<noun>.ts` `*.test.ts` `read/write`';
  assert.deepEqual(missingCitations('README.md', text, PROJECT), []);
});

test('a test named beside its file is looked for in it, and a missing one is reported', () => {
  const text = `\`server/src/money.test.ts\` ("half a cent
    rounds up", "nothing is lost"), \`server/src/gone.test.ts\` ("it stays"), "a quotation".`;
  const read = (file: string) =>
    file === 'server/src/money.test.ts' ? "test('half a cent rounds up', () => {});" : '';
  assert.deepEqual(missingTests(text, read), [
    '"nothing is lost" of server/src/money.test.ts',
    '"it stays" of server/src/gone.test.ts',
  ]);
});
