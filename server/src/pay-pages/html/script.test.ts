import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { checkoutView, formView, frameOf, PLAIN } from '../../../test/pay-views.ts';
import { NOW, openScriptStage, ORIGIN } from '../../../test/script-stage.ts';
import { renderCheckout } from './checkout-page.ts';
import { renderForm } from './form-page.ts';
import type { CheckoutView, FormView } from './view.ts';

const openStage = await openScriptStage();
const FRAME = frameOf('pt', 'live', PLAIN);

function form(changes: Partial<FormView>): string {
  return renderForm({ ...formView(FRAME, PLAIN), ...changes });
}

function checkout(state: CheckoutView['state'], secondsLeft: number): string {
  const expiresAt = new Date(NOW.getTime() + secondsLeft * 1000);
  return renderCheckout({ ...checkoutView(FRAME, PLAIN, state), now: NOW, expiresAt });
}

async function said(page: Page): Promise<string> {
  return (await page.textContent('#said')) ?? '';
}

test('a form is submitted once, and a notice about the delay appears after five seconds', async () => {
  const { page, posts } = await openStage(form({}));
  await page.fill('#document', '529.982.247-25');
  await page.evaluate('order.requestSubmit(); order.requestSubmit()');
  await page.waitForFunction("order.textContent.includes('Gerando')");
  assert.equal(await page.textContent('.slow'), '');
  await page.clock.runFor(5_000);
  assert.match((await page.textContent('.slow')) ?? '', /demorando/);
  assert.equal(posts.length, 1);
  await page.close();
});

test('without a response the form can be submitted again, as the same attempt', async () => {
  const { page, posts } = await openStage(form({}));
  await page.fill('#document', '529.982.247-25');
  const send = () => page.evaluate('order.requestSubmit()');
  await send();
  await page.waitForFunction("order.textContent.includes('Gerando')");
  await page.clock.runFor(44_000);
  await send();
  assert.equal(posts.length, 1);
  await page.clock.runFor(2_000);
  assert.doesNotMatch((await page.textContent('#order')) ?? '', /Gerando|demorando/);
  await send();
  await page.waitForFunction("order.textContent.includes('Gerando')");
  assert.equal(posts.length, 2);
  assert.equal(posts[1]?.postData(), posts[0]?.postData());
  await page.close();
});

test('a form refused as busy is resubmitted automatically, once', async () => {
  const faults = [{ field: null, kind: 'busy', retryAfterSeconds: 12 }] as const;
  const { page, posts } = await openStage(form({ faults, document: '52998224725' }));
  await page.clock.runFor(11_000);
  assert.equal(posts.length, 0);
  await page.clock.runFor(30_000);
  await page.waitForFunction("order.textContent.includes('Gerando')");
  assert.equal(posts.length, 1);
  assert.match(posts[0]?.postData() ?? '', /document=529\.982\.247-25/);
  await page.close();
});

test('a form refused as busy is not resubmitted if the payer goes on typing', async () => {
  const faults = [{ field: null, kind: 'busy', retryAfterSeconds: 12 }] as const;
  const { page, posts } = await openStage(form({ faults }));
  await page.fill('#document', '111');
  await page.clock.runFor(60_000);
  assert.equal(posts.length, 0);
  await page.close();
});

test('switching the language keeps what was typed, and puts no document into the URL', async () => {
  const { page, posts } = await openStage(form({ amountCents: null, amount: '9999999' }));
  const action = await page.evaluate('order.action');
  await page.fill('#amount', '50,5');
  await page.fill('#document', '529.982.247-25');
  await page.click('a[hreflang=en]');
  await page.waitForFunction('order.amount.value === "50,50"');
  const [post] = posts;
  assert.match(post?.url() ?? '', /\?lang=en&from=pt&/);
  assert.doesNotMatch(post?.url() ?? '', /529/);
  assert.match(post?.postData() ?? '', /amount=50%2C50&kind=cpf&document=529\.982\.247-25/);
  // A payer who returns to this page can order a code on it.
  assert.equal(await page.evaluate('order.action'), action);
  assert.doesNotMatch((await page.textContent('#order')) ?? '', /Gerando/);
  await page.close();
});

test('CPF and CNPJ have different keyboards, and a complete document selects its kind', async () => {
  const { page } = await openStage(form({}));
  const field = page.locator('#document');
  await field.fill('11222333000181');
  assert.ok(await page.isChecked('#cnpj'));
  assert.equal(await field.getAttribute('inputmode'), 'text');
  await page.check('#cpf');
  assert.equal(await field.inputValue(), '', 'a CNPJ is no beginning of a CPF');
  assert.equal(await field.getAttribute('inputmode'), 'numeric');
  await page.check('#cnpj');
  await field.fill('529.982.247-25');
  assert.ok(await page.isChecked('#cpf'));
  await page.close();
});

test('a pasted document is extracted from the text around it', async () => {
  const { page } = await openStage(form({}));
  const field = page.locator('#document');
  for (const [pasted, kind, shown] of [
    ['CPF: 529.982.247-25', 'cpf', '529.982.247-25'],
    ['CNPJ 11.222.333/0001-81', 'cnpj', '11.222.333/0001-81'],
    ['cpf 52998224725', 'cpf', '529.982.247-25'],
    ['Maria 529.982.247-25', 'cpf', '529.982.247-25'],
    ['Ana 52998224725', 'cpf', '529.982.247-25'],
    ['CPF/CNPJ: 11.222.333/0001-81', 'cnpj', '11.222.333/0001-81'],
    ['CNPJ: 12.ABC.345/01DE-35', 'cnpj', '12.ABC.345/01DE-35'],
  ] as const) {
    await field.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(pasted);
    assert.equal(await field.inputValue(), shown, pasted);
    assert.ok(await page.isChecked(`#${kind}`), pasted);
  }
  // Letters within the number belong to it, whatever they spell.
  await field.fill('');
  await page.check('#cnpj');
  await field.focus();
  await page.keyboard.type('12CPF34501DE35');
  assert.equal(await field.inputValue(), '12.CPF.345/01DE-35');
  assert.ok(await page.isChecked('#cnpj'));
  await page.close();
});

test('the title asks the payer to check the form only if a field is wrong', () => {
  const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
  const busy = { field: null, kind: 'busy', retryAfterSeconds: 12 } as const;
  assert.doesNotMatch(titleOf(form({ faults: [busy] })), /Confira/);
  assert.match(titleOf(form({ faults: [{ field: 'document', kind: 'missing' }] })), /Confira/);
});

test('the countdown is right when a page becomes visible again', async () => {
  const { page } = await openStage(checkout('waiting', 1_200), 'waiting');
  // The first answer closed the page's stream, so each return opens another.
  const comeBack = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.clock.runFor(1_020_000);
  await comeBack();
  await page.clock.runFor(60_000);
  assert.match((await page.textContent('#countdown')) ?? '', /vence em (2:00|1:5\d)\.$/);
  await page.close();
});

test('a page whose computer slept reads the state again, although its stream seems open', async () => {
  const { page, show } = await openStage(checkout('waiting', 100_000), 'waiting');
  // The first answer closed the page's stream; the one it opens next stays open and is silent.
  await page.evaluate(`{
    window.opened = 0;
    window.EventSource = class {
      static CLOSED = 2; readyState = 1;
      constructor() { window.opened += 1; }
      addEventListener(_, hear) { hear({ data: 'waiting' }); }
      close() { this.readyState = 2; }
    };
    document.dispatchEvent(new Event('visibilitychange'));
  }`);
  await page.clock.runFor(60_000);
  assert.equal(await page.evaluate('opened'), 1);
  show(checkout('confirmed', 100_000), 'confirmed');
  await page.clock.fastForward(7_200_000);
  await page.waitForSelector('main[data-state=confirmed]', { timeout: 5_000 });
  await page.close();
});

test('an offline page calls its code valid until it expires, and no longer', async () => {
  const { page } = await openStage(checkout('waiting', 60), 'waiting');
  await page.context().setOffline(true);
  await page.clock.runFor(30_000);
  const strip = page.locator('#offline');
  assert.match(await strip.innerText(), /continua valendo/);
  await page.clock.runFor(31_000);
  assert.match(await strip.innerText(), /prazo deste código terminou/);
  assert.doesNotMatch(await strip.innerText(), /continua valendo/);
  await page.context().setOffline(false);
  await page.close();
});

test('the countdown shows the last five minutes, and is announced only at five and at one', async () => {
  const { page } = await openStage(checkout('waiting', 310), 'waiting');
  assert.equal(await page.textContent('#countdown'), '');
  const spoken: string[] = [];
  for (let second = 0; second < 300; second += 1) {
    await page.clock.runFor(1_000);
    const words = await said(page);
    if (words !== '' && words !== spoken.at(-1)) spoken.push(words);
  }
  const [five, one] = ['Este código vence em 5 minutos.', 'Este código vence em 1 minuto.'];
  assert.deepEqual(spoken, [five, one]);
  assert.equal(await page.textContent('#countdown'), 'Este código vence em 0:10.');
  await page.close();
});

test('a change of state shows the new page, with its title and focus', async () => {
  const { page, show } = await openStage(checkout('waiting', 900), 'waiting');
  show(checkout('confirmed', 900), 'confirmed');
  await page.clock.runFor(6_000);
  await page.waitForSelector('main[data-state=confirmed]');
  assert.match(await page.title(), /^Pagamento confirmado/);
  const focused = await page.evaluate('document.activeElement.textContent');
  assert.equal(focused, 'Pagamento confirmado');
  await page.close();
});

test('a page that hangs while it is fetched is fetched again', async () => {
  const { page, show } = await openStage(checkout('waiting', 900), 'waiting');
  await page.route(`${ORIGIN}/pay/abc`, () => undefined, { times: 1 });
  show(checkout('confirmed', 900), 'confirmed');
  const hanging = page.waitForRequest(`${ORIGIN}/pay/abc`);
  await page.clock.runFor(6_000);
  await hanging;
  await page.clock.runFor(20_000);
  await page.waitForSelector('main[data-state=confirmed]', { timeout: 5_000 });
  await page.close();
});

test('a page whose URL now redirects follows the redirect', async () => {
  const { page } = await openStage(checkout('creating', 900), 'form');
  const form = `${ORIGIN}/pay/elsewhere`;
  // A response fulfilled by the test can't be a redirect, so fake the result of one.
  await page.evaluate(`{
    const asked = fetch;
    window.fetch = async (address, options) => {
      const answer = await asked(address, options);
      const led = { redirected: { value: true }, url: { value: '${form}' } };
      return address === location.href ? Object.defineProperties(answer, led) : answer;
    };
  }`);
  await page.clock.runFor(6_000);
  await page.waitForURL(form, { timeout: 5_000 });
  await page.close();
});

test('a page fetched too early changes nothing, and is fetched again later', async () => {
  const { page, show } = await openStage(checkout('waiting', 900), 'confirmed');
  await page.clock.runFor(30_000);
  assert.equal(await page.getAttribute('main', 'data-state'), 'waiting');
  show(checkout('confirmed', 900), 'confirmed');
  await page.clock.runFor(6_000);
  await page.waitForSelector('main[data-state=confirmed]');
  await page.close();
});
