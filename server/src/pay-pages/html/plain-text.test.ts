import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain, plainShop } from './plain-text.ts';

test('somebody\u2019s words cannot turn ours around', () => {
  assert.equal(plain('bolo\u202Egnp.exe\u2069'), 'bolognp.exe');
  assert.equal(plain('\u0000bolo\u0007\u009f'), 'bolo');
});

test('words that are read from the right stand in a frame of their own', () => {
  assert.equal(plain('حلوى'), '\u2068حلوى\u2069');
});

test('line breaks, accents and composed pictures stay', () => {
  assert.equal(plain(' um\r\ndois\tpão 👩‍🍳 '), 'um\ndois\tpão 👩‍🍳');
});

test('what nobody can see is nothing', () => {
  for (const text of ['', '  ', '\u200b\u2060', '\u202e'])
    assert.equal(plain(text), '', JSON.stringify(text));
  const shop = plainShop({ name: '\u200b', contact: ' ', website: null });
  assert.deepEqual(shop, { name: null, contact: null, website: null });
});

test('a shop\u2019s address is a link only as https', () => {
  for (const website of ['javascript:alert(1)', 'http://loja.example', '//loja.example'])
    assert.equal(plainShop({ name: null, contact: null, website }).website, null);
  const website = 'https://loja.example/a?b=c';
  assert.equal(plainShop({ name: null, contact: null, website }).website, website);
});
