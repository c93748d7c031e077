import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Somebody without a mouse, who must see at every step where they are. */
export interface Keyboard {
  /** Presses Tab until it has the focus. */
  reach(target: Locator): Promise<void>;
  press(target: Locator): Promise<void>;
  fill(target: Locator, text: string): Promise<void>;
  /** Where the focus was not visible, one line each; ideally nothing. */
  readonly lost: readonly string[];
}

const MAX_PRESSES = 80;

export function openKeyboard(page: Page): Keyboard {
  const lost: string[] = [];
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor();
    for (let step = 0; step < MAX_PRESSES; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
      lost.push(...(await unseenFocus(page)));
    }
    assert.fail(`${String(MAX_PRESSES)} times Tab and not at ${String(target)}`);
  };
  return {
    lost,
    reach,
    press: async (target) => {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    fill: async (target, text) => {
      await reach(target);
      await page.keyboard.insertText(text);
    },
  };
}

/** A focused element without a frame that can be seen, or hidden under something fixed. */
async function unseenFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return [];
    // A row's link covers the row, which shows the frame.
    const row = focused.matches('.ui-row-link') ? focused.closest('tr, li') : null;
    const parts = [null, '::after', '::before'].map((part) => ({ element: focused, part }));
    // One that fills a parent which cuts it off has its frame outside of that: the parent shows it.
    const parent = focused.parentElement;
    if (parent && getComputedStyle(parent).overflow === 'hidden') {
      const [own, around] = [focused.getBoundingClientRect(), parent.getBoundingClientRect()];
      const isFilling = own.width >= around.width - 4 && own.height >= around.height - 4;
      if (isFilling) parts.splice(0, parts.length, { element: parent, part: null });
    }
    if (row) parts.push({ element: row, part: null });
    const isFramed = parts.some(({ element, part }) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
    });
    const name = focused.outerHTML.slice(0, 140);
    // Out of Tab's reach, as headings are, it is only a place to continue from, which the page may
    // give the focus just after a Tab that led nowhere.
    const isPlace = focused instanceof HTMLElement && focused.tabIndex < 0;
    const lines = isFramed || isPlace ? [] : [`no frame: ${name}`];
    const { left, top, width, height } = focused.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const bar = over?.closest('header, footer, [class*="AppShell-header"]');
    if (bar && !bar.contains(focused)) lines.push(`below the header or the footer: ${name}`);
    return lines;
  });
}
