import type { Page } from 'playwright-core';
import { violations } from '../audit-page.ts';

/** Words that no Portuguese screen has; those of the API's own language are in code elements. */
const ENGLISH =
  /\b(the|your|you|this|please|loading|delete|cancel|save|error|retry|settings|password|wallet|amount|deposit|withdrawal|from|with)\b/i;
/** What shows up where a word, a name or a number is missing. */
const HOLES = /undefined|\[object|\bNaN\b|\{\w+\}|Invalid Date|\bnull\b|\*\*\p{L}/u;

/** Names of scopes, events and methods. */
const OF_THE_API = /^(\w+[.:]\w+|[A-Z]{3,7})$/;

/** What is wrong with the screen as it is, one line each; ideally nothing. */
export async function auditScreen(page: Page, width: number): Promise<string[]> {
  const found = await Promise.all([
    violations(page),
    sideways(page),
    smallTargets(page, width < 640 ? 44 : 24),
    headings(page),
    namelessPictures(page),
    namelessGroups(page),
    offCentre(page),
    sameNames(page),
    joinedTags(page),
  ]);
  return found.flat();
}

/** Firefox gives screen readers tags without anything between them as one word. */
async function joinedTags(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.ui-tag + .ui-tag')]
      .filter(({ previousSibling }) => previousSibling instanceof Element)
      .map((tag) => `joined: ${tag.previousElementSibling?.textContent}${tag.textContent}`),
  );
}

/** Copy buttons with one name that copy different codes. */
async function sameNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const codes = new Map<string, Set<string>>();
    for (const button of document.querySelectorAll('main .ui-mono + button[aria-label]')) {
      const name = button.getAttribute('aria-label') ?? '';
      const code = button.previousElementSibling?.textContent ?? '';
      codes.set(name, (codes.get(name) ?? new Set()).add(code));
    }
    const same = [...codes].filter(([, { size }]) => size > 1);
    return same.map(([name, { size }]) => `${size} buttons to copy are named "${name}"`);
  });
}

async function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const lines = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : [];
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
        scrolls(element.parentElement));
    for (const element of document.querySelectorAll('main *, [role=dialog] *')) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width <= 1 || (left >= -0.5 && right <= clientWidth + 0.5)) continue;
      if (element.closest('.ui-unseen, svg') !== null || scrolls(element.parentElement)) continue;
      lines.push(`beyond the edge: ${element.outerHTML.slice(0, 120)}`);
    }
    return lines;
  });
}

/** Links in a sentence are as tall as their line; a checkbox includes its label. */
async function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate((leastPx) => {
    const lines: string[] = [];
    const dialog = document.querySelector('[role=dialog]');
    const targets = 'a[href], button, input:not([type=hidden]), summary, select, textarea';
    for (const element of (dialog ?? document).querySelectorAll(targets)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const framed = element.closest('.mantine-Input-wrapper') ?? element;
      const isField = element.matches('input, select, textarea');
      const rectangles = [(isField ? framed : element).getBoundingClientRect()];
      const isBox = element instanceof HTMLInputElement && /radio|checkbox/.test(element.type);
      // With a pointer, the space around a checkbox is enough, which the other rules measure.
      if (isBox && leastPx < 44) continue;
      if (isBox) {
        for (const label of element.labels ?? []) rectangles.push(label.getBoundingClientRect());
      }
      const row = element.closest('tr, li');
      if (element.matches('.ui-row-link') && row) rectangles.push(row.getBoundingClientRect());
      const height =
        Math.max(...rectangles.map((one) => one.bottom)) -
        Math.min(...rectangles.map((one) => one.top));
      const width =
        Math.max(...rectangles.map((one) => one.right)) -
        Math.min(...rectangles.map((one) => one.left));
      if (width <= 1 || element.matches('.shell-skip')) continue;
      const isInSentence =
        element instanceof HTMLAnchorElement && getComputedStyle(element).display === 'inline';
      const isSmall = isInSentence ? height < 16 : height < leastPx - 0.5 || width < leastPx - 0.5;
      if (isSmall)
        lines.push(
          `${width.toFixed(0)} × ${height.toFixed(0)} px: ${element.outerHTML.slice(0, 160)}`,
        );
    }
    return lines;
  }, least);
}

/** Labels that are not centred in their buttons. */
async function offCentre(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines: string[] = [];
    for (const button of document.querySelectorAll('.mantine-Button-root')) {
      const words = document.createRange();
      words.selectNodeContents(button.querySelector('.mantine-Button-label') ?? button);
      const [inner, outer] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
      const off = (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
      if (inner.width > 0 && Math.abs(off) > 2) {
        lines.push(`${off.toFixed(0)} px off its middle: ${button.outerHTML.slice(0, 160)}`);
      }
    }
    return lines;
  });
}

/** Images without a name, unless they are hidden from screen readers. */
async function namelessPictures(page: Page): Promise<string[]> {
  const hidden = '[aria-hidden=true], [aria-label], button';
  return page.evaluate(
    (apart) =>
      [...document.querySelectorAll('svg')]
        .filter((picture) => picture.closest(apart) === null)
        .map((picture) => `a picture without a name: ${picture.outerHTML.slice(0, 120)}`),
    hidden,
  );
}

/** Landmarks that are navigated by name and have none, which axe accepts. */
async function namelessGroups(page: Page): Promise<string[]> {
  const groups = page.locator(
    ':is(nav, [role=radiogroup], [role=group]):not([aria-label], [aria-labelledby])',
  );
  const found = await groups.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 160)));
  return found.map((group) => `without a name: ${group}`);
}

async function headings(page: Page): Promise<string[]> {
  const count = await page.locator('h1').count();
  const title = await page.title();
  // In what is open over the screen, every part belongs to its title.
  const beside = await page.locator('[role=dialog]').evaluateAll((dialogs) =>
    dialogs
      .flatMap((dialog) => {
        const [first, ...others] = dialog.querySelectorAll('h1, h2, h3, h4, h5, h6');
        return others.filter(({ tagName }) => first && tagName <= first.tagName);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 160)),
  );
  return [
    ...(count === 1 ? [] : [`${String(count)} h1`]),
    ...beside.map((heading) => `not below the dialog's title: ${heading}`),
    ...(/^.{3,} · Ponte$/.test(title) ? [] : [`its title is “${title}”`]),
  ];
}

/** Missing words, and English ones in Portuguese; code is the API's own language. */
export async function auditWords(page: Page, language: 'pt' | 'en'): Promise<string[]> {
  const said = await page.evaluate(() => {
    const copy = document.body.cloneNode(true);
    if (!(copy instanceof Element)) return [];
    const apart = '[lang], script, style, noscript, pre, code, .ui-mono';
    copy.querySelectorAll(apart).forEach((element) => element.remove());
    // Adjacent texts must not run together.
    const lines = [document.title];
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) lines.push(walker.currentNode.textContent ?? '');
    for (const element of copy.querySelectorAll('[aria-label], [title], [alt], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
        lines.push(element.getAttribute(name) ?? '');
      }
    }
    return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).filter((line) => line !== '');
  });
  return said.flatMap((line) => {
    const foreign = language === 'pt' && !OF_THE_API.test(line) ? ENGLISH.exec(line) : null;
    const hole = HOLES.exec(line) ?? foreign;
    return hole ? [`“${hole[0]}” in “${line.slice(0, 90)}”`] : [];
  });
}
