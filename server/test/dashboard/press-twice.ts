import type { Locator } from 'playwright-core';

/** Before the page can show that the first press is being worked on. */
export async function pressTwice(button: Locator): Promise<void> {
  await button.evaluate((element) => {
    if (!(element instanceof HTMLElement)) return;
    element.click();
    element.click();
  });
}
