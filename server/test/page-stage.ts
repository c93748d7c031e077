import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import type { Scope } from './database.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { openPayShop, PAGE_ENV, type PageOptions, type PayShop, visit } from './pay-page.ts';

export interface Stage {
  readonly gateway: Gateway;
  readonly shop: PayShop;
  /** A new visitor. */
  visit<Result>(
    options: PageOptions,
    work: (page: Page, context: BrowserContext) => Promise<Result>,
  ): Promise<Result>;
}

/** One gateway, one browser and one shop for all of a file's tests. */
export async function openStage(scope?: Scope): Promise<Stage> {
  const [gateway, browser] = await Promise.all([
    openGateway(scope, { env: PAGE_ENV }),
    openBrowser(scope),
  ]);
  return {
    gateway,
    shop: await openPayShop(gateway),
    visit: (options, work) => visit(browser, gateway.url, options, work),
  };
}
