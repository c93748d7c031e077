import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../src/api-keys/create-key.ts';
import { newId } from '../../src/ids.ts';
import { raiseAlert } from '../../src/operator-alerts/store.ts';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { openPerson } from '../person.ts';
import { openReceiver, until } from '../receiver.ts';

const { gateway, visit } = await openDashboardStage();

test('an invalid list cursor leads to the first page', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /status of 400/ }, async (page) => {
    for (const [section, title] of [
      ['deposits', 'Depósitos'],
      ['alerts', 'Alertas'],
    ] as const) {
      await page.goto(at(`${section}?cursor=zzz`));
      await opened(page, title);
      const refusal = page
        .getByRole('alert')
        .filter({ hasText: 'Esta página da lista não existe' });
      await refusal.getByRole('button', { name: 'Ver a primeira página' }).click();
      await refusal.waitFor({ state: 'detached' });
      await page.waitForURL((url) => !url.searchParams.has('cursor'));
    }
  });
});

test('a page with only revoked keys is not shown as empty', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { accountId, environment } = merchant;
  const order = { accountId, mode: 'test', scopes: ['read:balance'] } as const;
  for (let left = 50; left > 0; left -= 1) {
    await createKey(gateway.app.db, { ...order, name: 'Antiga' });
  }
  await gateway.app.db`
    update api_keys set revoked_at = now() - interval '2 days'
    where environment_id = ${environment.id} and name = 'Antiga'`;
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('keys'));
    const rows = page.getByRole('table', { name: 'Chaves de API' }).locator('tbody tr');
    await rows.filter({ hasText: 'Antiga' }).first().waitFor();
    assert.equal(await page.getByText('Chaves ligam seu sistema ao gateway.').count(), 0);
    await page.getByRole('button', { name: 'Mais antigas' }).click();
    await rows.filter({ hasText: 'Antiga' }).first().waitFor({ state: 'detached' });
    assert.ok((await rows.count()) > 0);
    const said = page.getByRole('navigation', { name: 'Páginas da lista' }).locator('[aria-live]');
    assert.equal(await said.innerText(), 'Página 2 da lista');
    await page.getByRole('button', { name: 'Mais novas' }).click();
    await said.getByText('Página 1 da lista').waitFor();
  });
});

test('an active filter of the deposits stays visible, also when restored by Back', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits'));
    const origin = page.getByLabel('Origem');
    await page.getByRole('button', { name: 'Mais filtros' }).click();
    await origin.selectOption('API');
    await page.waitForURL(/origem=api/);
    await page.getByRole('button', { name: 'Menos filtros' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.getByRole('button', { name: 'Menos filtros' }).click();
    await origin.waitFor({ state: 'detached' });
    await page.goBack();
    await origin.waitFor();
    assert.equal(await origin.inputValue(), 'api');
  });
});

test('filters by link and by deleted wallet are shown as active', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const order = { title: 'Aula de violão', amountCents: 5_000 };
  const { body } = await merchant.call('POST', '/v1/api/payment-links', order);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`deposits?link=${String(body['id'])}&status=CONFIRMED`));
    const link = page.getByLabel('Link', { exact: true });
    const chosen = link.locator('option:checked', { hasText: 'Aula de violão' });
    await chosen.waitFor({ state: 'attached' });
    await link.selectOption('Todos');
    await page.waitForURL((url) => !url.searchParams.has('link'));
    await link.waitFor({ state: 'detached' });
    await page.goto(at('deposits?carteira=wal_gone'));
    assert.equal(await page.getByLabel('Carteira').inputValue(), 'wal_gone');
  });
});

test('the age of a request stays on one line beside a long path', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.command(`deposits/${String((await merchant.deposit()).id)}/pay`, {});
  // In Portuguese it is a single word at first.
  await person.call('PATCH', '/me', { language: 'en' });
  await visit({ width: 1280, person }, async (page) => {
    const row = page.getByRole('row').filter({ hasText: /sandbox.*pay/ });
    await until(async () => {
      await page.goto(at('requests'));
      await opened(page, 'Logs');
      await page.getByRole('table').waitFor();
      return (await row.count()) > 0;
    });
    const lines = await row.locator('time').evaluate((time) => time.getClientRects().length);
    assert.equal(lines, 1);
  });
});

test('deliveries show their endpoint, and can be filtered by it', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const receiver = await openReceiver();
  for (const path of ['orders', 'books']) {
    const url = `${receiver.url}/${path}`;
    const { body } = await merchant.call('POST', '/v1/api/webhook-endpoints', { url });
    await merchant.call('POST', `/v1/api/webhook-endpoints/${String(body['id'])}/test`);
  }
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('webhooks?aba=entregas'));
    const rows = page.getByRole('table').locator('tbody').getByRole('row');
    await rows.filter({ hasText: '/orders' }).waitFor();
    assert.equal(await rows.count(), 2);
    const filter = page.getByLabel('Endpoint');
    const books = await filter.locator('option', { hasText: '/books' }).getAttribute('value');
    await filter.selectOption(books);
    await rows.filter({ hasText: '/orders' }).waitFor({ state: 'detached' });
    assert.match(await rows.innerText(), /\/books/);
    assert.equal(new URL(page.url()).searchParams.get('endpoint'), books);
  });
});

test('an operator sees that live mode has no provider configured', async () => {
  const { merchant } = await openDashboardShop(gateway);
  const operator = await openPerson(gateway, {}, { isOperator: true });
  await visit({ width: 1280, person: operator }, async (page) => {
    await page.route('**/app/api/operator/provider', async (route) => {
      const response = await route.fetch();
      // It is our own response, whose shape the server's schema states.
      const { data } = (await response.json()) as { data: { connection: string }[] };
      const without = data.map((one) =>
        one.connection === 'live' ? { ...one, isConfigured: false } : one,
      );
      await route.fulfill({ response, json: { data: without } });
    });
    await page.goto(`/app/operator/accounts?q=${merchant.accountId}`);
    const row = page.getByRole('table').locator('tbody').getByRole('row');
    await row.getByText('Não configurado').waitFor();
    await page.goto(`/app/operator/accounts/${merchant.accountId}`);
    await page.getByText('Não configurado').nth(1).waitFor();
    assert.equal(await page.getByText('Não configurado').count(), 2);
  });
});

test('an operator alert links to its account', async () => {
  const { merchant } = await openDashboardShop(gateway);
  const operator = await openPerson(gateway, {}, { isOperator: true });
  const subject = newId('dep');
  const environmentId = merchant.environment.id;
  await raiseAlert(gateway.app.db, gateway.app, { environmentId, kind: 'paid_short', subject });
  await visit({ width: 1280, person: operator }, async (page) => {
    await page.goto('/app/operator/alerts');
    const row = page.getByRole('row').filter({ has: page.getByTitle(subject) });
    await row.getByText('Teste', { exact: true }).waitFor();
    await row.getByRole('link').click();
    await page.waitForURL(`**/operator/accounts/${merchant.accountId}`);
  });
});

test('a requested reconciliation is listed, although no regular one has run', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.deposit();
  await merchant.call('POST', '/v1/sandbox/clock', { advance: 'PT20M' });
  const path = `/accounts/${merchant.accountId}/test/reconciliations?sweep=asked`;
  await until(async () => {
    const { body } = await person.call('GET', path);
    return (body['data'] as unknown[]).length > 0;
  }, 60_000);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('reconciliations'));
    await page.getByRole('cell', { name: 'Avulsa' }).first().waitFor();
    assert.equal(await page.getByText('Nada foi conferido ainda').count(), 0);
  });
});

test('the start and the failure of a test case are visible where it was started', async () => {
  const { person, at } = await openDashboardShop(gateway);
  const visitor = { width: 360, person, expected: /net::ERR_/ };
  await visit(visitor, async (page) => {
    await page.goto(at('simulator'));
    const begin = page.getByRole('button', { name: 'Rodar: Cancelada pelo provedor' });
    await begin.click();
    // What is only announced must not be visible.
    await page.locator('.ui-toast').filter({ hasText: 'Caso iniciado.' }).waitFor();
    await page.route('**/sandbox/cases/*', (route) => route.abort());
    await begin.click();
    const row = page.getByRole('row').filter({ has: begin });
    await row.getByRole('alert').waitFor();
  });
});

test('test cases are described in words, and found by them', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('simulator'));
    const cases = page.getByRole('region', { name: 'Casos do ensaio' });
    await cases.getByText('Espere:').first().waitFor();
    assert.equal(await cases.getByText(/PENDING|PT\d+M|P\d+D/).count(), 0);
    await cases.getByLabel('Buscar um caso').fill('chega outro ativo');
    await cases.getByText('depois de 30 dias: Expirado').waitFor();
    assert.equal(await cases.getByRole('row').count(), 2);
  });
});
