import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeBlocksOf, readMarkdown } from '../../server/src/docs/code-blocks.ts';
import { exportsIn, missingLine, stepsOf } from './steps.ts';

const FENCE = '```';

test('a page is parsed into steps block by block, skipping blocks that are only shown', () => {
  const page = `
${FENCE}sh
git clone elsewhere
${FENCE}
${FENCE}sh run
cd shop
${FENCE}
${FENCE}sh run terminal=gateway until="is ready"
npm start
${FENCE}
${FENCE}sh run paste=gateway
export PONTE_URL=http://127.0.0.1:3000
export PONTE_KEY=pt_test_x
${FENCE}
- in a list too:

  ${FENCE}js file=buy.mjs check
  pay();
  ${FENCE}
${FENCE}text output terminal=gateway
Ready
${FENCE}
`;
  assert.deepEqual(stepsOf(codeBlocksOf(readMarkdown(page))), [
    { kind: 'type', lines: 'cd shop' },
    { kind: 'open', terminal: 'gateway', lines: 'npm start', until: 'is ready' },
    { kind: 'paste', terminal: 'gateway', names: ['PONTE_URL', 'PONTE_KEY'] },
    { kind: 'save', file: 'buy.mjs', text: 'pay();\n' },
    { kind: 'see', terminal: 'gateway', shown: 'Ready' },
  ]);
});

test('the shown output must appear in order, ignoring ids and numbers', () => {
  const printed = 'npm notice\ndep_01m80appere00bab57g77p0me9 CONFIRMED\n{"ms":12.5}\n';
  assert.equal(missingLine('dep_01m808bc2he02vswce6bvxd3jh CONFIRMED', printed), undefined);
  assert.equal(missingLine('npm …\n{"ms":3}', printed), undefined);
  assert.equal(missingLine('dep_01m808bc2he02vswce6bvxd3jh FAILED', printed)?.slice(-6), 'FAILED');
  assert.equal(missingLine('{"ms":3}\nnpm notice', printed), 'npm notice');
  assert.equal(missingLine('000201…', '00020126580014br.gov.bcb.pix'), undefined);
  assert.equal(missingLine('a.c', 'abc'), 'a.c');
});

test('of an export printed twice, the last one is pasted', () => {
  const printed = '  export A=1\nexport B=2\nexport A=3\n';
  assert.equal(exportsIn(printed, ['A', 'B']), 'export A=3\nexport B=2');
  assert.throws(() => exportsIn(printed, ['C']), /export C=/);
});
