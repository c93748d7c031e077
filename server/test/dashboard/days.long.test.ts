import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/durations.ts';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();
/** The browser's message about a request without a network. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|EventSource's response/;

test('a start date after the end date moves the end date, but not while it is being typed', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.clock.install();
    await page.goto(at('transactions?periodo=2026-03-10..2026-03-20'));
    const [first, last] = [page.getByLabel('De (Brasília)'), page.getByLabel('Até')];
    await first.fill('2026-04-02');
    await page.waitForURL('**periodo=2026-04-02..2026-04-02');
    assert.equal(await last.inputValue(), '2026-04-02');
    await last.fill('2026-03-30');
    await page.waitForURL('**periodo=2026-03-30..2026-03-30');
    await first.fill('2026-03-10');
    await page.waitForURL('**periodo=2026-03-10..2026-03-30');
    // On the way to the 25th it is the 2nd, which is before the first day.
    await page.clock.pauseAt(Date.now() + 60_000);
    await last.fill('2026-03-02');
    await page.clock.runFor(400);
    await last.fill('2026-03-25');
    await page.clock.runFor(1_000);
    await page.waitForURL('**periodo=2026-03-10..2026-03-25');
  });
});

test('a deadline shown in full is not repeated for screen readers', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.withdraw();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`withdrawals/${String(id)}`));
    const deadline = page.getByRole('heading', { name: 'Prazo' }).locator('+ *');
    assert.match(String(await deadline.textContent()), /^[^(]+\(Brasília\) \(em \d+ dias\)$/);
  });
});

test('after the deadline the page stops asking to pay or send, even offline', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const [deposit, withdrawal] = [await merchant.deposit(), await merchant.withdraw()];
  const places = [
    [`deposits/${String(deposit.id)}`, deposit.expiresAt, 'O prazo para pagar passou.'],
    [`withdrawals/${String(withdrawal.id)}`, withdrawal.expiresAt, 'O prazo passou.'],
  ] as const;
  for (const [path, expiresAt, said] of places) {
    await visit({ width: 1280, person, expected: OFFLINE }, async (page) => {
      await page.clock.install();
      await page.goto(at(path));
      const panel = page.getByRole('dialog');
      const code = panel.getByRole('img', { name: /QR Code/ });
      await code.waitFor();
      await page.route('**/app/api/**', (route) => route.abort('internetdisconnected'));
      // Until then it may still be paid.
      await page.clock.pauseAt(Date.parse(String(expiresAt)) - 1_000);
      await code.waitFor();
      await page.clock.runFor(1_000);
      await panel.getByText(said).first().waitFor();
      assert.equal(await code.count(), 0, path);
      assert.equal(await panel.getByRole('button', { name: /^Copiar (cód|end)/ }).count(), 0, path);
    });
  }
});

test('a device with a wrong clock shows times by the server’s clock', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' });
  // Midnight may pass meanwhile.
  const begun = today();
  for (const hours of [-30, 30]) {
    await visit({ width: 1280, person }, async (page) => {
      await page.clock.install({ time: Date.now() + hours * 3_600_000 });
      await page.goto(at(`deposits/${String(id)}`));
      const panel = page.getByRole('dialog');
      await panel.getByRole('img', { name: /QR Code/ }).waitFor();
      assert.equal(await panel.getByText('O prazo para pagar passou.').count(), 0);
      await page.goto(at('simulator'));
      await page.getByText('agora', { exact: true }).first().waitFor();
      await page.goto(at('deposits'));
      await page.getByLabel('Período').selectOption('custom');
      const last = await page.getByLabel('Até', { exact: true }).inputValue();
      assert.ok([begun, today()].includes(last), last);
    });
  }
});

test('recent activity is shown as now after the environment’s clock was advanced', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const moved = await merchant.call('POST', '/v1/sandbox/clock', { advance: 'P2D' });
  assert.equal(moved.status, 200, moved.text);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('simulator'));
    await page.getByText('agora', { exact: true }).first().waitFor();
    assert.equal(await page.getByText(/amanhã|em \d+ dias/).count(), 0);
    await page.goto(at('deposits'));
    await page.getByLabel('Período').selectOption('custom');
    const day = await page.getByLabel('Até', { exact: true }).inputValue();
    const ahead = (Date.parse(day) - Date.now()) / 86_400_000;
    assert.ok(ahead > 0.5 && ahead < 2.5, day);
    await page
      .locator(`a[href*="${String(id)}"]`)
      .first()
      .waitFor();
  });
});

test('figures of today begin anew at midnight in Brasília, although nothing happens then', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    // The clock of the environment can only be moved on: to shortly before tomorrow's midnight.
    const shiftMs = 3 * 3_600_000;
    const leftMs = 2 * DAY_MS - ((Date.now() - shiftMs) % DAY_MS);
    const advance = `PT${String(Math.floor(leftMs / 1_000) - 45)}S`;
    const moved = await merchant.call('POST', '/v1/sandbox/clock', { advance });
    assert.equal(moved.status, 200, moved.text);
    await merchant.deposit();
    await page.goto(at('home?periodo=hoje'));
    await page.getByText('0 / 1', { exact: true }).waitFor();
    await page.getByText('0 / 0', { exact: true }).waitFor({ timeout: 120_000 });
  });
});

test('a search covers any date, shows so, and can be limited to the last thirty days', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    for (const address of [
      'deposits?q=order-1',
      'withdrawals?q=order-1',
      'transactions?pedido=1',
    ]) {
      await page.goto(at(address));
      const period = page.getByLabel('Período');
      assert.equal(await period.locator('option:checked').innerText(), 'Qualquer data');
      const asked = page.waitForRequest(/[?&]from=/);
      await period.selectOption('30d');
      await asked;
      await page.waitForURL('**periodo=30d**');
      assert.equal(await period.locator('option:checked').innerText(), '30 dias');
      await period.selectOption({ label: 'Qualquer data' });
      await page.waitForURL((url) => !url.searchParams.has('periodo'));
    }
  });
});
