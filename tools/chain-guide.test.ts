import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../server/src/config.ts';
import { CHECK_STATES } from '../server/src/deposit-checks/deposit-check.ts';
import { readGuides } from '../server/src/docs/read-guides.ts';
import { FUNDING_PROBLEMS, FUNDING_STATES, TAKING_MS } from '../server/src/fundings/funding.ts';
import { LANGUAGES } from '../server/src/refusals.ts';
import { GAP_LIMIT } from '../server/src/wallets/wallet.ts';

const GUIDES = readGuides();

for (const language of LANGUAGES) {
  const body = GUIDES[language].get('chain')?.body ?? '';
  /** The terms explained by the table with this head. */
  const tablesOf = (head: string): string[][] =>
    body
      .split(/\n\n+/)
      .filter((part) => part.startsWith(`| \`${head}\` `))
      .map((table) => [...table.matchAll(/^\| `(\w+)` /gm)].map(([, word = '']) => word));

  test(`the ${language} guide explains exactly the states and problems that exist`, () => {
    const [deposit, withdrawal] = tablesOf('chain.state');
    assert.deepEqual(deposit?.toSorted(), CHECK_STATES.toSorted());
    assert.deepEqual(withdrawal?.toSorted(), FUNDING_STATES.toSorted());
    const [problems] = tablesOf('chain.problem');
    assert.deepEqual(problems?.toSorted(), FUNDING_PROBLEMS.toSorted());
  });

  test(`the figures in the ${language} guide to the chain match the code`, () => {
    const text = body.replaceAll('\n', ' ').replaceAll('> ', '');
    const blocks = language === 'pt' ? 'blocos' : 'blocks';
    const { confirmations } = readConfig({}).chain;
    const shown = [...text.matchAll(new RegExp(`(\\d+) ${blocks}`, 'g'))];
    assert.deepEqual(
      shown.map(([, count]) => Number(count)),
      [confirmations, confirmations],
    );
    const minutes = language === 'pt' ? 'minutos' : 'minutes';
    assert.match(text, new RegExp(`\\b${String(TAKING_MS / 60_000)} ${minutes}\\b`));
    const addresses = language === 'pt' ? 'endereços além' : 'addresses beyond';
    assert.match(text, new RegExp(`\\b${String(GAP_LIMIT)} ${addresses}\\b`));
  });
}
