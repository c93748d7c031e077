import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPages } from './find-pages.ts';

const PAGES = ['Início', 'Depósitos', 'Transações', 'Links de pagamento'].map((title) => ({
  title,
}));
const found = (typed: string) => findPages(PAGES, typed).map(({ title }) => title);

test('the page search ignores accents and case', () => {
  assert.deepEqual(found('inicio'), ['Início']);
  assert.deepEqual(found('TRANSAC'), ['Transações']);
  assert.deepEqual(found('depósi'), ['Depósitos']);
});

test('the page search matches the start of any word, not its middle', () => {
  assert.deepEqual(found('paga'), ['Links de pagamento']);
  assert.deepEqual(found('osito'), []);
});

test('an empty search lists all pages', () => {
  assert.equal(found('  ').length, PAGES.length);
});
