import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { until } from '../receiver.ts';
import { hasFocus } from './has-focus.ts';
import { makeCharge } from './make-charge.ts';
import { pressTwice } from './press-twice.ts';

const { gateway, visit } = await openDashboardStage();

test('a double press creates one link or one key', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await page.goto(at('links'));
    await page.getByRole('button', { name: 'Criar link' }).first().click();
    const link = page.getByRole('dialog', { name: 'Criar link' });
    await link.getByLabel('Título').fill('Aula de violão');
    await pressTwice(link.getByRole('button', { name: 'Criar link' }));
    await page.getByRole('dialog', { name: 'Link pronto' }).waitFor();
    assert.equal(sent.filter((path) => path.endsWith('/payment-links')).length, 1);

    await page.goto(at('keys?nova=1'));
    const key = page.getByRole('dialog', { name: 'Nova chave de API' });
    await key.getByLabel('Nome').fill('Loja virtual');
    await pressTwice(key.getByRole('button', { name: 'Criar chave' }));
    await page.getByRole('dialog', { name: 'Chave criada' }).waitFor();
    assert.equal(sent.filter((path) => path.endsWith('/keys')).length, 1);
  });
});

test('a page that failed to load is loaded on retry', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /Failed|error/i }, async (page) => {
    const part = /\/app\/assets\/keys-.*\.js$/;
    await page.route(part, (route) => route.abort());
    await page.goto(at('keys'));
    const again = page.getByRole('button', { name: 'Tentar de novo' });
    await again.waitFor();
    await page.unroute(part);
    await again.click();
    await opened(page, 'Chaves de API');
  });
});

test('one press submits a withdrawal whose key field still has the focus', async () => {
  const { person, at } = await openDashboardShop(gateway);
  for (const width of [1280, 360]) {
    await visit({ width, person }, async (page) => {
      await page.goto(at('withdrawals/new'));
      await page.getByLabel('Valor').fill('50,00');
      await page.getByLabel(/^CPF ou CNPJ/).fill('12345678909');
      await page.getByLabel('Chave Pix de quem recebe').fill('maria@example.com');
      await page.getByRole('button', { name: 'Conferir' }).click();
      await page.getByRole('heading', { name: 'Confira antes de continuar' }).waitFor();
    });
  }
});

test('the first step of a withdrawal gets the focus only on returning to it', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('withdrawals/new'));
    const heading = page.getByRole('heading', { name: 'Quanto e para quem' });
    await heading.waitFor();
    assert.equal(await heading.evaluate((it) => it === document.activeElement), false);
    await page.getByLabel('Valor').fill('50,00');
    await page.getByLabel(/^CPF ou CNPJ/).fill('12345678909');
    await page.getByLabel('Chave Pix de quem recebe').fill('maria@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Corrigir' }).press('Enter');
    await hasFocus(heading);
  });
});

test('a charge keeps the focus when its status change removes the pressed button', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const made = await makeCharge(page);
    await made.getByRole('button', { name: 'Pagar como o titular' }).press('Enter');
    await made.getByText('Confirmado', { exact: true }).waitFor();
    await made.locator('p:focus', { hasText: /^R\$/ }).waitFor();
  });
});

test('a refused CNPJ with letters is reported as such', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /status of 400/ }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    await form.getByLabel('Valor').fill('50,00');
    await form.getByLabel('CPF ou CNPJ de quem vai pagar').fill('12.ABC.345/01DE-35');
    await form.getByRole('button', { name: 'Criar cobrança' }).click();
    await form.getByText('CNPJ com letras ainda não é aceito.').first().waitFor();
    // A different one was not refused.
    await form.getByLabel('CPF ou CNPJ de quem vai pagar').fill('529.982.247-25');
    await form
      .getByLabel('CPF ou CNPJ de quem vai pagar')
      .and(form.locator(':not([aria-invalid="true"])'))
      .waitFor();
  });
});

test('a pasted amount or document is not truncated', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    for (const [label, pasted] of [
      ['Valor', 'R$       1.234,56'],
      ['CPF ou CNPJ de quem vai pagar', '529 982 247 25 / 11.222.333/0001-81'],
    ] as const) {
      const field = form.getByLabel(label);
      await field.focus();
      await page.keyboard.insertText(pasted);
      assert.equal(await field.inputValue(), pasted);
    }
  });
});

test('undo applies to the row changed last', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  for (const title of ['Camiseta', 'Caneca']) {
    await merchant.call('POST', '/v1/api/payment-links', { title, amountCents: 5_000 });
  }
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('links'));
    const switchOf = (title: string) => page.getByRole('switch', { name: new RegExp(title) });
    const isOn = (title: string) => switchOf(title).isChecked();
    const undo = page.getByRole('button', { name: 'Desfazer' });
    await switchOf('Camiseta').press('Space');
    await undo.waitFor();
    const first = await undo.elementHandle();
    await switchOf('Caneca').press('Space');
    await until(async () => !(await first?.evaluate((it) => it.isConnected)), 10_000);
    await undo.click();
    await page.getByText('Link ativado.').waitFor();
    assert.deepEqual([await isOn('Camiseta'), await isOn('Caneca')], [false, true]);
  });
});

test('a dangerous action is confirmed by typing the name as shown', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { db } = gateway.app;
  const label = 'Minha  carteira';
  await db`update wallets set label = ${label} where environment_id = ${merchant.environment.id}`;
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('wallets'));
    await page.getByRole('button', { name: 'Excluir' }).click();
    const dialog = page.getByRole('dialog');
    const remove = dialog.getByRole('button', { name: /^Excluir/ });
    await dialog.getByRole('textbox').fill('Minha carteir');
    assert.equal(await remove.getAttribute('aria-disabled'), 'true');
    await dialog.getByRole('textbox').fill('Minha carteira');
    assert.notEqual(await remove.getAttribute('aria-disabled'), 'true');
  });
});

test('a double press on a row acts once, and its failure is shown despite an action on another row', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const invite = async (email: string) => {
    const order = { email, role: 'viewer' };
    const { status } = await person.call(
      'POST',
      `/accounts/${merchant.accountId}/invitations`,
      order,
    );
    assert.equal(status, 201);
  };
  const [first, second] = ['ana', 'bia'].map((name) => `${name}.${merchant.accountId}@a.example`);
  assert.ok(first !== undefined && second !== undefined);
  await invite(first);
  await invite(second);
  await visit({ width: 1280, person, expected: /503/ }, async (page) => {
    let asked = 0;
    const free = Promise.withResolvers<undefined>();
    await page.route(/\/invitations\/[^/]+$/, async (route) => {
      asked += 1;
      if (asked > 1) return route.fallback();
      await free.promise;
      return route.fulfill({ status: 503, json: { error: 'overloaded', message: 'Cheio.' } });
    });
    await page.goto(at('settings/team'));
    const revoke = (email: string) =>
      page.getByRole('button', { name: `Cancelar convite de ${email}` });
    await pressTwice(revoke(first));
    await revoke(second).click();
    await page.getByText(/^Convite cancelado/).waitFor();
    assert.equal(asked, 2);
    free.resolve(undefined);
    await page.getByText('Cheio.').waitFor();
    await revoke(first).waitFor();
    await revoke(second).waitFor({ state: 'detached' });
  });
});

test('of two languages chosen in quick succession the last one is saved', async () => {
  const { person } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const free = Promise.withResolvers<undefined>();
    await page.route('**/app/api/me', async (route) => {
      if (route.request().method() === 'PATCH') await free.promise;
      return route.fallback();
    });
    await page.goto('/app/user');
    await page.getByLabel('Idioma das telas').selectOption('en');
    await page.getByLabel('Language for').selectOption('pt');
    await page.getByLabel('Seu nome').fill('Ana');
    const isNamed = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('Ana') ?? false,
    );
    await page.getByRole('button', { name: 'Salvar perfil' }).click();
    free.resolve(undefined);
    assert.equal((await isNamed).status(), 200);
    await until(async () => {
      const { user } = (await person.call('GET', '/me')).body as { user: Profile };
      return user.language === 'pt' && user.name === 'Ana';
    });
  });
});

test('of two languages chosen in the menu in quick succession the last one is saved', async () => {
  const { person } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const free = Promise.withResolvers<undefined>();
    await page.route('**/app/api/me', async (route) => {
      // The first of them is a long time on its way.
      if (route.request().postData()?.includes('"en"') === true) await free.promise;
      return route.fallback();
    });
    await page.goto('/app/user');
    await page.getByRole('button', { name: /^Seu usuário/ }).click();
    await page.getByRole('button', { name: 'English' }).click();
    const areSaved = ['"en"', '"pt"'].map((language) =>
      page.waitForResponse((answer) => answer.request().postData()?.includes(language) ?? false),
    );
    await page.getByRole('button', { name: 'Português' }).click();
    await opened(page, 'Perfil e segurança');
    free.resolve(undefined);
    await Promise.all(areSaved);
    const { user } = (await person.call('GET', '/me')).body as { user: Profile };
    assert.equal(user.language, 'pt');
  });
});

test('a language that could not be saved is not used', async () => {
  const { person } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /429/ }, async (page) => {
    await page.route('**/app/api/me', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      return route.fulfill({ status: 429, json: { error: 'rate_limited', message: 'Devagar.' } });
    });
    await page.goto('/app/user');
    const language = page.getByLabel('Idioma das telas');
    await language.selectOption('en');
    await page.getByText('Nada mudou.').waitFor();
    assert.equal(await language.inputValue(), 'pt');
  });
});

interface Profile {
  readonly name: string | null;
  readonly language: string;
}
