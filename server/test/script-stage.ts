import type { Browser, Page, Request } from 'playwright-core';
import { SCRIPT } from '../src/pay-pages/html/script.ts';
import { openBrowser } from './browser.ts';

export const ORIGIN = 'http://pay.example';

/** The browser's clock stands still unless moved, so that five minutes pass at once. */
export const NOW = new Date('2026-11-21T17:05:00Z');
const BEFORE = new Date('2026-11-21T16:05:00Z');

interface Stage {
  readonly page: Page;
  readonly posts: Request[];
  /** Sets the next answers: the page, and the state that the status route reports. */
  show(html: string, state: string): void;
}

/** A payment page with its script, in front of answers that a test chooses. */
export async function openScriptStage(): Promise<(html: string, state?: string) => Promise<Stage>> {
  const browser = await openBrowser();
  return (html, state = 'form') => openStage(browser, html, state);
}

async function openStage(browser: Browser, html: string, state: string): Promise<Stage> {
  let shown = { html, state };
  const posts: Request[] = [];
  const page = await browser.newPage();
  // An installed clock runs; only one that has been moved forward can be paused.
  await page.clock.install({ time: BEFORE });
  await page.clock.pauseAt(NOW);
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === SCRIPT.path)
      return route.fulfill({ body: SCRIPT.source, contentType: 'text/javascript' });
    if (pathname.endsWith('/events')) return route.fulfill({ status: 503 });
    if (pathname.endsWith('/status')) return route.fulfill({ json: { state: shown.state } });
    if (route.request().method() === 'POST') {
      posts.push(route.request());
      return route.fulfill({ status: 204 });
    }
    return route.fulfill({ body: shown.html, contentType: 'text/html; charset=utf-8' });
  });
  await page.goto(`${ORIGIN}/pay/abc`);
  // Otherwise the clock might be moved before anything waits for it.
  await page.waitForFunction('!main.dataset.events || polling');
  const show = (html: string, state: string) => {
    shown = { html, state };
  };
  return { page, posts, show };
}
