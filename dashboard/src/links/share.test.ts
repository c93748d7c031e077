import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whatsappHref } from './share.ts';

const LINK = { title: 'Aula & café', amountCents: 5_000, url: 'https://ponte.example/pay/7kq2' };

/** The message as WhatsApp parses it. */
function messageOf(href: string): string | null {
  const url = new URL(href);
  assert.equal(url.origin + url.pathname, 'https://wa.me/');
  assert.deepEqual([...url.searchParams.keys()], ['text']);
  return url.searchParams.get('text');
}

test('the share message contains title, amount and URL, correctly escaped', () => {
  assert.equal(
    messageOf(whatsappHref(LINK, 'pt')),
    'Oi! Segue o link para pagar Aula & café (R$\u00a050,00): https://ponte.example/pay/7kq2',
  );
});

test('the share message leaves out an open amount', () => {
  assert.equal(
    messageOf(whatsappHref({ ...LINK, amountCents: null }, 'en')),
    'Hi! Here is the link to pay Aula & café: https://ponte.example/pay/7kq2',
  );
});
