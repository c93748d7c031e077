import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPages } from './find-pages.ts';

const PAGES = ['Início', 'Depósitos', 'Transações', 'Links de pagamento'].map((title) => ({
  title,
}));
const found = (typed: string) => findPages(PAGES, typed).map(({ title }) => title);

test('a page is found without accents and capitals', () => {
  assert.deepEqual(found('inicio'), ['Início']);
  assert.deepEqual(found('TRANSAC'), ['Transações']);
  assert.deepEqual(found('depósi'), ['Depósitos']);
});

test('by the beginning of any word, and not by its middle', () => {
  assert.deepEqual(found('paga'), ['Links de pagamento']);
  assert.deepEqual(found('osito'), []);
});

test('all pages are found while nothing is typed', () => {
  assert.equal(found('  ').length, PAGES.length);
});
