import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandsIn, differences, examplesIn, onlyReads, unmarkedLines } from './examples.ts';

const DOCUMENT = `
\`\`\`sh
npm ci
npm start   # ready in seconds
\`\`\`

<!-- run -->
\`\`\`sh
curl -s "$PONTE_URL/v1/deposits" \\
  -d '{"amountCents": 1000}'
\`\`\`

It answers:

\`\`\`json
{ "id": "dep_1", "status": "PENDING", "amountCents": 1000 }
\`\`\`
`;

test('marked blocks are read as examples, with the answer below', () => {
  assert.deepEqual(examplesIn(DOCUMENT), [
    {
      command: `curl -s "$PONTE_URL/v1/deposits" \\\n  -d '{"amountCents": 1000}'`,
      answer: { id: 'dep_1', status: 'PENDING', amountCents: 1000 },
    },
  ]);
});

test('lines of unmarked shell blocks are listed, without their comments', () => {
  assert.deepEqual(unmarkedLines(DOCUMENT), ['npm ci', 'npm start']);
});

test('a banner’s commands are found between its other lines', () => {
  const banner = `{"level":30}\nPonte listens.\n  export PONTE_KEY=pt_test_1\n  ID=$(curl -s x)\n  curl -s y \\\n    -d z\n`;
  const commands = ['export PONTE_KEY=pt_test_1', 'ID=$(curl -s x)', 'curl -s y -d z'];
  assert.deepEqual(commandsIn(banner), commands);
});

test('only a plain GET by curl counts as read-only', () => {
  assert.equal(onlyReads('curl -s "$PONTE_URL/v1/balance" -H "Authorization: x"'), true);
  assert.equal(onlyReads('curl -s -X POST "$PONTE_URL/v1/x"'), false);
  assert.equal(onlyReads(`curl -s x -d '{}'`), false);
  assert.equal(onlyReads('npm run -s ponte -- key create'), false);
});

test('answers are compared by fields, types, numbers and status, not by ids', () => {
  const shown = { id: 'dep_1', status: 'PENDING', amountCents: 1000, paidAt: null, list: [1] };
  assert.deepEqual(differences(shown, { ...shown, id: 'dep_2' }), []);
  const real = { id: 2, status: 'FAILED', amountCents: 1001, list: [], more: true };
  assert.deepEqual(differences(shown, real), [
    'answer.id is number, not string',
    'answer.status is FAILED',
    'answer.amountCents is 1001',
    'answer.paidAt is missing',
    'answer.list has 0 elements',
    'answer.more is not shown',
  ]);
});
