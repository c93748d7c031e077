import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain, plainShop } from './plain-text.ts';

test('bidirectional overrides and control characters are removed', () => {
  assert.equal(plain('bolo\u202Egnp.exe\u2069'), 'bolognp.exe');
  assert.equal(plain('\u0000bolo\u0007\u009f'), 'bolo');
});

test('right-to-left text is isolated', () => {
  assert.equal(plain('حلوى'), '\u2068حلوى\u2069');
});

test('line breaks, accents and joined emoji are kept', () => {
  assert.equal(plain(' um\r\ndois\tpão 👩‍🍳 '), 'um\ndois\tpão 👩‍🍳');
});

test('text without visible characters is empty', () => {
  for (const text of ['', '  ', '\u200b\u2060', '\u202e'])
    assert.equal(plain(text), '', JSON.stringify(text));
  const shop = plainShop({ name: '\u200b', contact: ' ', website: null });
  assert.deepEqual(shop, { name: null, contact: null, website: null });
});

test('a shop\u2019s website is a link only if it is https', () => {
  for (const website of ['javascript:alert(1)', 'http://loja.example', '//loja.example'])
    assert.equal(plainShop({ name: null, contact: null, website }).website, null);
  const website = 'https://loja.example/a?b=c';
  assert.equal(plainShop({ name: null, contact: null, website }).website, website);
});
