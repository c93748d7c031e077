import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { LOOKS_AT_ALL, namedScreens } from './find-screen-flaws.ts';
import { openScreens } from './open-screens.ts';

const SAMPLE = [
  'sign-in',
  'home',
  'deposits',
  'deposits-new',
  'links',
  'withdrawal',
  'alerts',
  'endpoint',
  'simulator',
];
const HEIGHT = 640;

test('text at twice the size is not cut off, on phones and desktops', async () => {
  const { list, visit } = await openScreens();
  const flaws: string[] = [];
  const chosen = LOOKS_AT_ALL ? list : namedScreens(list, SAMPLE);
  const looks = chosen.map((screen) => [screen, 'full'] as const);
  // Its first steps are still to be taken.
  const fresh = namedScreens(list, ['home']).map((home) => [home, 'empty'] as const);
  for (const [screen, state] of [...looks, ...fresh]) {
    await visit(screen, state, { width: 320, height: HEIGHT }, async (page) => {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      for (const width of [1280, 360, 320]) {
        await page.setViewportSize({ width, height: HEIGHT });
        const found = await cutWords(page);
        flaws.push(
          ...found.map((flaw) => `${screen.name}, ${state}, ${String(width)} px: ${flaw}`),
        );
      }
    });
  }
  assert.deepEqual(flaws, []);
});

test('a focused field stays visible when the text size is doubled', async () => {
  const { list, visit } = await openScreens();
  const [screen = assert.fail()] = namedScreens(list, ['withdrawals-new']);
  for (const width of [320, 1280]) {
    await visit(screen, 'full', { width, height: HEIGHT }, async (page) => {
      const field = page.getByLabel('CPF ou CNPJ de quem recebe');
      await field.focus();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await page.waitForFunction(() => {
        const held = document.activeElement;
        const { left, top, width: w = 0, height: h = 0 } = held?.getBoundingClientRect() ?? {};
        return held === document.elementFromPoint((left ?? 0) + w / 2, (top ?? 0) + h / 2);
      });
    });
  }
});

test('a recovery code is never broken over two lines', async () => {
  const { gateway, visit } = await openDashboardStage();
  const { person } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto('/app/user');
    await page.getByRole('button', { name: 'Ativar' }).click();
    const setUp = page.getByRole('dialog', { name: 'Ativar a verificação em duas etapas' });
    const [secret = ''] = /^[A-Z2-7]{16,}$/m.exec(await setUp.innerText()) ?? [];
    await setUp.getByLabel('Código').last().fill(new TOTP({ secret }).generate());
    await setUp.getByRole('button', { name: 'Ativar' }).click();
    const codes = page.getByRole('dialog', { name: /recuperação/ }).getByRole('listitem');
    await codes.first().waitFor();
    for (const [width, size] of [
      [1280, '16px'],
      [1280, '20px'],
      [430, '16px'],
      [360, '16px'],
    ] as const) {
      await page.setViewportSize({ width, height: HEIGHT });
      // As wide as the one of many desktops.
      await codes
        .first()
        .evaluate((code, px) => code.parentElement?.style.setProperty('font-size', px), size);
      const heights = await codes.evaluateAll((all) => all.map((it) => it.clientHeight));
      assert.ok(
        Math.max(...heights) < 3 * Number.parseInt(size, 10),
        `${String(width)} px, ${size}`,
      );
    }
  });
});

/** Words beyond the edge of the page, or of a box that neither shows nor scrolls its content. */
async function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      const { parentElement: holder } = text;
      if (holder === null || text.textContent?.trim() === '') continue;
      if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (holder.closest('.ui-unseen, .shell-skip, .shell-brand, svg, select, textarea') !== null)
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      if (width <= 1) continue;
      const tell = (what: string) =>
        lines.add(`${what}: “${text.textContent?.trim().slice(0, 40) ?? ''}”`);
      let isInSight = true;
      for (let box: Element | null = holder; box !== null; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const scrolls = /auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth;
        if (scrolls && !box.matches('[role=dialog]')) isInSight = false;
        if (/auto|scroll/.test(overflowY)) break;
        if (/hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis') {
          if (right > edge.right + 2 || left < edge.left - 2) tell('cut at a side');
          if (bottom > edge.bottom + 4 || top < edge.top - 4) tell('cut above or below');
        }
      }
      const { clientWidth } = document.documentElement;
      if (isInSight && (right > clientWidth + 1 || left < -1)) tell('beyond the edge');
    }
    for (const cards of document.querySelectorAll('.ui-list:has(> .ui-cards)')) {
      if (cards.scrollWidth > cards.clientWidth) lines.add('its cards are cut at a side');
    }
    for (const title of document.querySelectorAll('.ui-card-title, h1, .mantine-Button-label')) {
      const words = title.textContent ?? '';
      const rows = document.createRange();
      rows.selectNodeContents(title);
      // The title of an endpoint is its address, which may be broken behind a slash.
      const parts = words.split(/[ /]/);
      if (rows.getClientRects().length > parts.length) lines.add(`broken: “${words}”`);
    }
    for (const name of ['.shell-strip', '.shell-bar', '.shell-bottom']) {
      const row = document.querySelector(name);
      const limits = row?.getBoundingClientRect();
      for (const part of row?.querySelectorAll('a, button, nav') ?? []) {
        if (limits === undefined || !part.checkVisibility()) continue;
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const isWithin = left >= limits.left - 1 && right <= limits.right + 1;
        if (!isWithin || top < limits.top - 1 || bottom > limits.bottom + 1)
          lines.add(`${name} does not hold ${part.outerHTML.slice(0, 80)}`);
      }
    }
    return [...lines];
  });
}
