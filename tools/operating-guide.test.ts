import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGuides } from '../server/src/docs/read-guides.ts';
import { LANGUAGES } from '../server/src/refusals.ts';
import { readText } from './repository.ts';

const GUIDES = readGuides();

/** The first cells of the rows in the table with this head. */
function rowsUnder(body: string, head: string): string[] {
  const table = body.split(/\n\n+/).find((part) => part.startsWith(`| ${head} `)) ?? '';
  return [...table.matchAll(/^\| `(\w+)` /gm)].map(([, word = '']) => word);
}

for (const language of LANGUAGES) {
  const body = GUIDES[language].get('operating')?.body ?? '';

  test(`the ${language} guide explains every operator alert`, () => {
    const [, union = ''] =
      /export type AlertKind =([^;]+);/.exec(
        readText('server/src/operator-alerts/operator-alert.ts'),
      ) ?? [];
    const kinds = [...union.matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind);
    assert.ok(kinds.length > 10);
    const shown = rowsUnder(body, language === 'pt' ? 'Alerta' : 'Alert');
    assert.deepEqual(shown.toSorted(), kinds.toSorted());
  });

  test(`the ${language} guide says where to look for each of its alerting rules`, () => {
    const rules = [...body.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    assert.ok(rules.length > 5);
    assert.deepEqual(rowsUnder(body, language === 'pt' ? 'Toca' : 'It rings'), rules);
  });
}
