import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemOf } from './address.ts';

const ADDRESS = 'tex1qzavlepw453w44qqmhn2k8n7x0qcqm28asea6fwkcuhxdzvclkl7scxqzl8';

test('what is no Liquid address at all is not called one that lacks characters', () => {
  const problems = [
    ['', 'missing'],
    ['maria@example.com', 'notLiquid'],
    ['minha carteira', 'notLiquid'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'notLiquid'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bitcoin'],
    [ADDRESS.slice(0, 20), 'short'],
    [` ${ADDRESS} `, undefined],
  ] as const;
  for (const [text, problem] of problems) assert.equal(problemOf(text), problem, text);
});
