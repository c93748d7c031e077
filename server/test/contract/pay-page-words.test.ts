import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { openApi } from '../../src/api.ts';
import { openCheckout } from '../../src/checkouts/open-checkout.ts';
import { findLinkPage } from '../../src/checkouts/store.ts';
import { cents } from '../../src/money.ts';
import { parseBrCode } from '../../src/pix/br-code.ts';
import { openGateway, openNode } from '../gateway.ts';
import { type Merchant, openMerchant, PAYER } from '../merchant.ts';
import { BEHIND_PROXY, elementsOf, formsIn, newTry, openLink, openPayer } from '../payer.ts';

const gateway = await openGateway(undefined, { env: BEHIND_PROXY });
const { app } = gateway;

/** Sets the provider's response to this shop's next order. */
async function answerNext({ environment }: Merchant, message: string): Promise<void> {
  const fault = { kind: 'status', status: 400, message, times: 1 };
  await gateway.sandbox.call('PUT', environment.id, '/next-call', { path: 'deposit', fault });
}

describe('a payer above their limit', () => {
  const CAP = "Value can't exceed R$ 500.00 for this user";

  test('finds the largest allowed amount prefilled, if the amount is open', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant, { amountCents: undefined });
    await answerNext(merchant, CAP);
    const payer = openPayer(gateway);
    const page = await payer.ask(await payer.orders(link, { amount: '600' }));
    assert.equal(page.state, 'capped');
    assert.match(page.text, /R\$\s500,00/);
    const hrefs = elementsOf(page).map(({ attributes }) => attributes['href'] ?? '');
    const again = hrefs.find((href) => href.includes('amount='));
    const [form] = formsIn(await payer.ask(String(again)));
    assert.equal(form?.fields['amount'], '500,00');
    const path = await payer.orders(link, { ...form.fields, document: PAYER });
    assert.equal((await payer.ask(path)).state, 'waiting');
  });

  test('is offered no other amount, if the link fixes it', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant, { amountCents: 60_000 });
    await answerNext(merchant, CAP);
    const payer = openPayer(gateway);
    const path = await payer.orders(link);
    const page = await payer.ask(path);
    assert.equal(page.state, 'capped');
    assert.doesNotMatch(page.text, /amount=/);
    assert.equal((await payer.ask(path, '')).location, path);
  });
});

test('an order refused for good is shown as refused', async () => {
  const merchant = await openMerchant(gateway);
  const link = await openLink(merchant);
  await answerNext(merchant, 'Invalid request');
  const payer = openPayer(gateway);
  const path = await payer.orders(link);
  assert.equal((await payer.ask(path)).state, 'refused');
  assert.match(await payer.orders(link), /^\/pay\//);
});

describe('the recipient', () => {
  test('is taken from the code, if the code is valid', async () => {
    const link = await openLink(await openMerchant(gateway));
    const payer = openPayer(gateway);
    const path = await payer.orders(link);
    const token = path.split('/')[3] ?? '';
    const [row] = await app.db<{ pixQrCode: string }>`
      select pix_qr_code from deposits
      where id = (select deposit_id from checkouts where token = ${token})`;
    const { name } = parseBrCode(String(row?.pixQrCode));
    assert.ok((await payer.ask(path)).text.includes(name));
    await app.db`
      update deposits set pix_qr_code = ${`${String(row?.pixQrCode)}0`}
      where id = (select deposit_id from checkouts where token = ${token})`;
    const unsound = await payer.ask(path);
    assert.equal(unsound.status, 200);
    assert.ok(!unsound.text.replaceAll(String(row?.pixQrCode), '').includes(name));
  });

  test('is the one configured by the operator, if any', async () => {
    const link = await openLink(await openMerchant(gateway));
    const path = await openPayer(gateway).orders(link);
    const config = { ...app.config, payeeName: 'Instituição Conferida' };
    const { url } = await openNode({ ...gateway, app: { ...app, config } });
    assert.match((await openPayer({ url }).ask(path)).text, /Instituição Conferida/);
  });
});

test('live mode has no simulator', async () => {
  const { slug } = await openLink(await openMerchant(gateway, 'live'));
  const link = await findLinkPage(app.db, slug);
  assert.ok(link);
  const order = { amountCents: cents(5_000), taxId: PAYER };
  const asker = { attempt: newTry(), network: '10.0.0.1' };
  const opened = await openCheckout(app, link, order, asker, true);
  assert.ok('checkout' in opened);
  const payer = openPayer(gateway);
  const path = `/pay/${slug}/${opened.checkout.token}`;
  assert.equal((await payer.ask(`${path}/simulate`, 'action=pay')).status, 404);
  assert.equal((await payer.ask(path)).status, 303);
});

test('the log contains no page token, tax id or form input', async (t) => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const http = openApi({ ...app, log: pino({ level: 'trace' }, stream) });
  t.after(() => http.close());
  const payer = openPayer({ url: await http.listen({ host: '127.0.0.1', port: 0 }) });
  const merchant = await openMerchant(gateway);
  const link = await openLink(merchant, { title: 'Serenata', amountCents: undefined });
  const path = await payer.orders(link, { amount: '77,77' });
  await payer.ask(path);
  await payer.ask(`${path}/receipt`);
  await payer.ask(`${path}/simulate`, { action: 'pay' });
  await payer.ask(path, '');
  await payer.order(link, { amount: '77,78', document: '000.000.000-01' });
  await payer.order(link, { amount: 'x', document: '12345678900' });
  await payer.ask(`${path}/nowhere?document=12345678909`);
  await payer.ask(`/pay/${link.slug}`, `{"document":"12345678909"}`, {
    'content-type': 'application/json',
  });
  // Without fields that may contain any number by chance.
  const logged = lines.join('').replaceAll(/"(?:time|pid|requestId)":"?[\w-]+"?,/g, '');
  assert.match(logged, /"route":"\/pay\/:slug\/:token"/);
  for (const secret of [link.slug, path.split('/')[3] ?? '', PAYER, '000000000', '12345678900']) {
    assert.ok(!logged.includes(secret), secret);
  }
  assert.doesNotMatch(logged, /7777|77,77|Serenata|123\.456/);
});
