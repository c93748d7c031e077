import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeShop, NO_SHOP } from './shop.ts';

test('shop details are trimmed, an empty text clears one, and the others stay unchanged', () => {
  const shop = changeShop(NO_SHOP, {
    name: ' Padaria do Zé ',
    contact: '(11) 91234-5678',
    website: ' https://Padaria.example ',
  });
  assert.deepEqual(shop, {
    name: 'Padaria do Zé',
    contact: '(11) 91234-5678',
    website: 'https://padaria.example/',
  });
  assert.deepEqual(changeShop(shop, {}), shop);
  assert.deepEqual(changeShop(shop, { name: '', contact: ' ', website: '' }), NO_SHOP);
});

test('a name or contact that is too long or cannot be shown in one line is refused', () => {
  assert.equal(changeShop(NO_SHOP, { name: '🥖'.repeat(80) }).name, '🥖'.repeat(80));
  assert.equal(changeShop(NO_SHOP, { contact: 'x'.repeat(120) }).contact?.length, 120);
  for (const text of [
    'x'.repeat(81),
    'two\nlines',
    'a\u0000b',
    'a\u2028b',
    'turned \u202e round',
    '\u200b\u200b',
    '\u3164',
    '\u2800 \u2800',
    'half \ud83e',
  ]) {
    assert.throws(
      () => changeShop(NO_SHOP, { name: text }),
      /^ApiError: The name must be one line/,
    );
  }
  assert.throws(() => changeShop(NO_SHOP, { contact: 'x'.repeat(121) }), /contact .* most 120/);
});

test('a website must be an https URL without credentials and not too long', () => {
  for (const text of [
    'padaria.example',
    'http://padaria.example',
    'javascript:alert(1)',
    'https://',
    'https://ze@padaria.example',
    'https://ze:word@padaria.example',
    `https://padaria.example/${'x'.repeat(2_048)}`,
    // Too long only once it is percent-encoded.
    `https://padaria.example/${'é'.repeat(1_000)}`,
  ]) {
    assert.throws(
      () => changeShop(NO_SHOP, { website: text }),
      /^ApiError: The website must be/,
      text,
    );
  }
});

test('a website with a far too long host is refused without being parsed', (t) => {
  // Parsing it would take time quadratic in its length.
  const host = String.fromCodePoint(...Array.from({ length: 3_900 }, (_, n) => 0x4e00 + n));
  const { mock: read } = t.mock.method(URL, 'canParse');
  for (const before of [
    'https://',
    'https:',
    'https:\\\\',
    ' https:/\n/',
    'https:///',
    'HTTPS:/',
  ]) {
    assert.throws(() => changeShop(NO_SHOP, { website: before + host }), /^ApiError: The website/);
  }
  assert.equal(read.callCount(), 0);
  const near = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/${'c'.repeat(300)}`;
  assert.equal(changeShop(NO_SHOP, { website: near }).website, near);
});
