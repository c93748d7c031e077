import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { openPage } from '../../test/follow-page.ts';
import { openGateway } from '../../test/gateway.ts';
import { admitted, openMerchant } from '../../test/merchant.ts';
import { postForm, untilState } from '../../test/pay-page.ts';
import { chargesOf } from '../../test/payer.ts';

const gateway = await openGateway();
const { url } = gateway;
const merchant = await openMerchant(gateway);

test('links and redirects of a page ignore the Host header and an absolute request URL', async () => {
  const page = await openPage(gateway, merchant);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(url);
  const path = `http://evil.example${page.path}?lang=en`;
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  request({ hostname, port, path, headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    answer.on('end', () => resolve(text));
  })
    .on('error', reject)
    .end();
  const text = await promise;
  assert.match(text, new RegExp(`href="${page.path}\\?lang=pt"`));
  assert.doesNotMatch(text, /evil/);
  const back = `${url}${page.path}?lang=en%0d%0aset-cookie:a=b`;
  const answer = await fetch(back, { method: 'POST', redirect: 'manual' });
  assert.equal(answer.headers.get('location'), page.path);
  assert.equal(answer.headers.get('set-cookie'), null);
});

test('the name of a shop cannot change the direction of the text around it', async () => {
  const page = await openPage(gateway, merchant);
  const { db } = gateway.app;
  await db`update accounts set name = ${'حلوى\u202e'} where id = ${merchant.accountId}`;
  const text = await (await fetch(url + page.path)).text();
  await db`update accounts set name = null where id = ${merchant.accountId}`;
  assert.match(text, /\u2068حلوى\u2069/);
  assert.doesNotMatch(text, /\u202e/);
});

test('switching the language keeps what was typed in the form, and orders nothing', async () => {
  const { slug } = await openPage(gateway, merchant);
  const charges = await chargesOf(merchant);
  const fields = { amount: '1.234', kind: 'cpf', document: '123.456.789-09' };
  const asked = `${url}/pay/${slug}?lang=en&from=pt`;
  const turned = await fetch(asked, { method: 'POST', body: new URLSearchParams(fields) });
  assert.equal(turned.status, 200);
  const page = await turned.text();
  assert.match(page, /value="1234\.00"/);
  assert.match(page, /value="123\.456\.789-09"/);
  assert.doesNotMatch(page, /id="faults"/);
  assert.equal(await chargesOf(merchant), charges);
  const unscripted = await (await fetch(`${asked}&amount=50,00`)).text();
  assert.match(unscripted, /value="50\.00"/);
});

test('a payer with too many open codes gets a 429 with the time to wait, also when renewing one', async () => {
  const page = await openPage(gateway, merchant);
  await merchant.command(`deposits/${page.depositId}/expire`);
  await untilState(gateway, page.path, 'expired');
  const form = { slug: page.slug, path: `/pay/${page.slug}` };
  for (let reais = 10; reais < 15; reais += 1) {
    const asking = { amount: String(reais) };
    const { status } = await admitted(() => postForm(gateway, form, asking));
    assert.equal(status, 303);
  }
  const headers = { 'accept-language': 'pt-BR' };
  const renewed = await admitted(() => fetch(url + page.path, { method: 'POST', headers }));
  assert.equal(renewed.status, 429);
  const text = await renewed.text();
  assert.match(text, /Há códigos demais esperando pagamento/);
  assert.match(text, /em 10\sminutos/);
  assert.match(text, /No teste: até 5 códigos sem pagar por rede em 10 minutos/);
});
