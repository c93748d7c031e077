import type { Page } from 'playwright-core';

/** Translates the page as browsers do: each text is replaced by an element with another text. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: ChildNode[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as ChildNode);
    for (const text of found) {
      // Which is how a page keeps a text as it is.
      if (text.parentElement?.closest('[translate=no]')) continue;
      const translated = document.createElement('font');
      translated.textContent = text.textContent;
      text.replaceWith(translated);
    }
  });
}
