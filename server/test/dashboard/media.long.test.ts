import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();

test('switches and dialogs have borders in forced-colors mode', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, reducedMotion: true }, async (page) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(at('simulator'));
    const box = page.getByLabel('Avisos se perdem');
    await box.waitFor();
    const off = await looksOf(box);
    assert.equal(off.edge, 'solid');
    assert.notEqual(off.track, off.thumb);
    await box.check();
    await page.locator('input:checked:enabled[role=switch]').waitFor();
    const on = await looksOf(box);
    assert.notEqual(on.track, on.thumb);
    assert.notEqual(on.track, off.track);
    await page.goto(at('deposits?new=1'));
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    assert.equal(await dialog.evaluate((it) => getComputedStyle(it).borderTopStyle), 'solid');
  });
});

test('selected controls are distinguishable in forced-colors mode', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person, reducedMotion: true }, async (page) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(at('keys?nova=1'));
    const dialog = page.getByRole('dialog');
    const text = await dialog.evaluate((it) => getComputedStyle(it).color);
    for (const role of ['radio', 'checkbox'] as const) {
      const mark = dialog
        .getByRole(role, { checked: true })
        .first()
        .locator('xpath=../*[name()="svg"]');
      assert.equal(await mark.evaluate((it) => getComputedStyle(it).color), text, role);
    }
    await page.goto(at(`simulator?id=${String(id)}`));
    const pressed = page.getByRole('button', { pressed: true });
    await pressed.waitFor();
    assert.equal(await pressed.evaluate((it) => getComputedStyle(it).outlineStyle), 'solid');
  });
});

test('print shows the content and its days, without navigation and buttons', async () => {
  const { person, at, merchant } = await openDashboardShop(gateway);
  const id = String((await merchant.deposit())['id']);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits'));
    await opened(page, 'Depósitos');
    await page.getByRole('row').nth(1).waitFor();
    const days = page.getByText(/^\d\d\/\d\d\/\d{4} a \d\d\/\d\d\/\d{4}$/);
    assert.equal(await days.isVisible(), false);
    await page.emulateMedia({ media: 'print' });
    assert.ok(await days.isVisible());
    for (const frame of ['.shell-bar', '.shell-side', '.mantine-Button-root']) {
      assert.equal(await page.locator(frame).locator('visible=true').count(), 0, frame);
    }
    assert.ok(await page.getByRole('row').nth(1).isVisible());
    await page.emulateMedia({ media: 'screen' });
    await page.goto(at(`deposits/${id}`));
    const detail = page.getByRole('dialog');
    await detail.getByRole('term').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.ok(await detail.isVisible());
    assert.equal(await page.locator('#content').isVisible(), false);
    const isWhole = await detail.evaluate((it) => it.scrollHeight <= it.clientHeight + 1);
    assert.ok(isWhole);
  });
});

test('what is printed in test mode says that it is a test, without what only a screen can do', async () => {
  const { person, at, merchant } = await openDashboardShop(gateway);
  const [deposit, withdrawal] = [await merchant.deposit(), await merchant.withdraw()];
  const said = 'Ambiente de testes: nenhum dinheiro de verdade';
  for (const width of [1280, 390]) {
    await visit({ width, person }, async (page) => {
      for (const [title, path, last] of [
        ['Depósito', `deposits/${String(deposit['id'])}`, 'JSON da API'],
        ['Saque', `withdrawals/${String(withdrawal['id'])}`, 'JSON da API'],
        ['Transações', 'transactions', 'Somas desta página'],
      ] as const) {
        await page.goto(at(path));
        const heading = page.getByRole('heading', { name: title, exact: true });
        await heading.waitFor();
        await page.getByText(last).first().waitFor();
        await page.emulateMedia({ media: 'print' });
        const strip = page.getByText(said, { exact: true });
        assert.ok(await strip.isVisible(), path);
        const [above, below] = await Promise.all([strip.boundingBox(), heading.boundingBox()]);
        assert.ok(above && below && above.y + above.height <= below.y, path);
        assert.equal(
          await page
            .getByText(/^Simul/)
            .locator('visible=true')
            .count(),
          0,
          path,
        );
        assert.equal(await page.getByText('JSON da API').locator('visible=true').count(), 0);
        await page.emulateMedia({ media: 'screen' });
      }
      await page.goto(at('transactions').replace('/test/', '/live/'));
      await opened(page, 'Transações');
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.getByText(said).count(), 0);
      assert.ok(((await page.locator('h1').boundingBox())?.y ?? 99) < 20);
    });
  }
});

test('print is black on white even of a dark screen, and gives times in full', async () => {
  const { person, at, merchant } = await openDashboardShop(gateway);
  await merchant.deposit();
  await visit({ width: 1280, person, dark: true }, async (page) => {
    await page.goto(at('requests'));
    const time = page.getByRole('row').nth(1).locator('.ui-ago .ui-unseen');
    await time.waitFor({ state: 'attached' });
    const widthOf = async () => (await time.boundingBox())?.width ?? 0;
    assert.ok((await widthOf()) <= 1);
    await page.emulateMedia({ media: 'print' });
    await page.locator('html[data-mantine-color-scheme=light]').waitFor();
    const ink = await page
      .locator('h1')
      .evaluate((it) => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(it).color,
      ]);
    assert.deepEqual(ink, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    assert.ok((await widthOf()) > 50);
    await page.emulateMedia({ media: 'screen' });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  });
});

async function looksOf(box: Locator): Promise<{ edge: string; track: string; thumb: string }> {
  return box.evaluate((input) => {
    const track = input.parentElement?.querySelector('.mantine-Switch-track');
    const thumb = track?.querySelector('.mantine-Switch-thumb');
    if (!track || !thumb) throw new Error('no switch');
    // A colour in transition may be any.
    for (const change of track.getAnimations({ subtree: true })) change.finish();
    const { borderTopStyle: edge, backgroundColor } = getComputedStyle(track);
    return { edge, track: backgroundColor, thumb: getComputedStyle(thumb).backgroundColor };
  });
}

test('each printed sheet says whose it is, and that it is a test', async () => {
  const { person, at, merchant } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  for (let made = 0; made < 9; made += 1) await merchant.deposit();
  await gateway.app.db`update accounts set name = 'Kiosk 21' where id = ${merchant.accountId}`;
  await visit({ width: 1280, person }, async (page) => {
    for (const [path, last] of [
      [`deposits/${String(id)}`, 'JSON da API'],
      ['transactions', 'Somas desta página'],
    ] as const) {
      await page.goto(at(path));
      await page.getByText(last).first().waitFor();
      const said = 'Ambiente de testes: nenhum dinheiro de verdade';
      const strip = page.getByText(said, { exact: true });
      const name = page.locator('.ui-on-paper', { hasText: /^Kiosk 21$/ });
      // Colours that nothing else has.
      await strip.evaluate((it) => it.style.setProperty('color', 'rgb(0, 255, 0)', 'important'));
      await name.evaluate((it) => it.style.setProperty('color', 'rgb(0, 0, 255)', 'important'));
      assert.equal(await name.isVisible(), false);
      const sheets = await printedSheets(page);
      assert.ok(sheets.length > 1, path);
      for (const sheet of sheets) {
        assert.match(sheet, / 0 1 0 rg$/m, path);
        assert.match(sheet, / 0 0 1 rg$/m, path);
      }
    }
  });
});

/** What is drawn on each sheet of paper, small enough that there are several. */
async function printedSheets(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ width: '10cm', height: '10cm' })).toString('latin1');
  // Exactly the line feeds that Chromium writes: packed bytes may themselves end with a return.
  const drawn = [...pdf.matchAll(/stream\n(.*?)\nendstream/gs)].flatMap(([, stream = '']) => {
    try {
      return [inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  const sheets = drawn.filter((stream) => /^BT$/m.test(stream));
  const pages = pdf.match(/\/Type \/Page\b/g)?.length;
  assert.equal(sheets.length, pages);
  return sheets;
}
