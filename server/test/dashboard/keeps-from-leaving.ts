import type { Page } from 'playwright-core';

/** Whether the browser would ask before it reloads the page. */
export function keepsFromLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  });
}
