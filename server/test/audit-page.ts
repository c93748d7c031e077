import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { SHOP, TITLE } from './pay-page.ts';

const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** An experimental axe rule, required by WCAG: the visible label is part of the accessible name. */
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true } };

/** Words that only one of the languages has. */
const FOREIGN = {
  pt: /\b(the|your|you|payment|code|this|please|account|amount|waiting|copied|receipt|shop|of)\b/i,
  en: /\b(o|que|não|código|pagamento|seu|sua|conta|valor|você|para|banco|copiar|copia|cola|loja|de|em)\b/i,
} as const;
/** The same in both languages. */
const NAMES = [TITLE, SHOP.name, 'QR Code'];

/** What is wrong with the page as it is, one line each; ideally nothing. */
export async function auditPage(page: Page): Promise<string[]> {
  const looks = await Promise.all([violations(page), sideways(page), smallTargets(page)]);
  return looks.flat();
}

/** What axe finds; the page's own CSP does not apply to the test. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(document, {
        resultTypes: ['violations'],
        runOnly: ${JSON.stringify(RULES)},
        rules: ${JSON.stringify(MORE_RULES)},
      })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`,
  );
  const more = await Promise.all([
    unsaidLabels(page),
    namesOfThemselves(page),
    mutedFaults(page),
    emptyStatuses(page),
  ]);
  // Guaranteed by the expression.
  return [...(found as string[]), ...more.flat()];
}

/** Firefox leaves out of a name what contains the named element itself. */
async function namesOfThemselves(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[aria-labelledby]')]
      .filter((named) =>
        (named.getAttribute('aria-labelledby') ?? '')
          .split(/\s+/)
          .some((id) => document.getElementById(id)?.contains(named)),
      )
      .map(({ outerHTML }) => `named by what contains it: ${outerHTML.slice(0, 120)}`),
  );
}

/** Firefox calls such a field wrong to screen readers, and its form, before it is filled in. */
async function mutedFaults(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(':invalid:not(form, fieldset, [aria-invalid=true])')].map(
      ({ outerHTML }) => `invalid without a fault: ${outerHTML.slice(0, 120)}`,
    ),
  );
}

/** Orca reads the role of each on its way through a page, and nothing after it. */
async function emptyStatuses(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=status]')]
      .filter(({ innerText }) => innerText.trim() === '')
      .map(({ outerHTML }) => `a status without a text: ${outerHTML.slice(0, 120)}`),
  );
}

/** The same requirement for fields, which axe's experimental rule skips: the visible label. */
async function unsaidLabels(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines: string[] = [];
    for (const field of document.querySelectorAll('[aria-label]')) {
      const name = field.getAttribute('aria-label')?.toLowerCase() ?? '';
      const labels = 'labels' in field && field.labels instanceof NodeList ? field.labels : [];
      for (const label of labels) {
        const seen = label instanceof HTMLElement ? label.innerText.trim() : '';
        if (!name.includes(seen.toLowerCase())) lines.push(`unsaid label: “${seen}” of “${name}”`);
      }
    }
    return lines;
  });
}

async function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const lines = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : [];
    for (const element of document.querySelectorAll('body *')) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width <= 1 || (left >= -0.5 && right <= clientWidth + 0.5)) continue;
      if (element.closest('.visually-hidden, svg') === null) {
        lines.push(`beyond the edge: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    return lines;
  });
}

/** Links in a sentence are as tall as their line; anything else must be as tall as a thumb. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines: string[] = [];
    const targets = 'a[href], button, input:not([type=hidden]), summary, select, textarea';
    for (const element of document.querySelectorAll(targets)) {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const isRadio = element instanceof HTMLInputElement && element.type === 'radio';
      const target = (isRadio && label) || element;
      const { width, height } = target.getBoundingClientRect();
      if (width === 0 || !target.checkVisibility({ visibilityProperty: true })) continue;
      const isInSentence =
        element instanceof HTMLAnchorElement && getComputedStyle(element).display === 'inline';
      if (isInSentence ? height < 16 : height < 44 || width < 44) {
        lines.push(`${width} × ${height} px: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    return lines;
  });
}

/** How far painted content has shifted since the page was opened. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (list: PerformanceObserverEntryList): void => {
          for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'));
        };
        const observer = new PerformanceObserver(add);
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 0));
      }),
  );
}

/** What is in neither the page's language nor marked as being in another. */
export async function foreignWords(page: Page, language: 'pt' | 'en'): Promise<string[]> {
  const found = await page.evaluate(() => {
    const copy = document.body.cloneNode(true);
    if (!(copy instanceof Element)) return [];
    copy.querySelectorAll('[lang], script, style, #code').forEach((element) => element.remove());
    const lines = [document.title, copy.textContent];
    for (const element of copy.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isSaid = /^(aria-label|title|alt|placeholder)$/.test(name);
        const isWords = name.startsWith('data-') && value.includes(' ');
        if (isSaid || isWords) lines.push(value);
      }
    }
    return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim());
  });
  return found.flatMap((line) => {
    const ours = NAMES.reduce((text, name) => text.replaceAll(name, ''), line);
    const word = FOREIGN[language].exec(ours);
    return word
      ? [`“${word[0]}” in “${ours.slice(Math.max(0, word.index - 30), word.index + 40)}”`]
      : [];
  });
}
