import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words as dashboard } from '../dashboard/src/links/words.ts';
import { WORDS } from '../server/src/pay-pages/html/words.ts';
import { LANGUAGES } from '../server/src/refusals.ts';

test("the dashboard's payment link preview has the same texts as the page", () => {
  for (const language of LANGUAGES) {
    const { pay, amount, taxId, button } = dashboard[language].preview;
    const page = WORDS[language];
    const shown = [pay({ shop: '' }), pay({ shop: 'Loja' }), amount, taxId, button];
    const onPage = [page.pay(null), page.pay('Loja'), page.amount, page.cpfOfPayer, page.makeCode];
    assert.deepEqual(shown, onPage);
  }
});
