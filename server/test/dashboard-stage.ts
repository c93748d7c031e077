import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Role } from '../src/members/member.ts';
import { openBrowser } from './browser.ts';
import type { Scope } from './database.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { type Merchant, openMerchant } from './merchant.ts';
import { type PageOptions, visit } from './pay-page.ts';
import { openPerson, type Person } from './person.ts';

const BUILD = fileURLToPath(new URL('../../dashboard/build.ts', import.meta.url));

/** Passkeys need a host name instead of an IP address. */
const DASHBOARD_ENV = { PONTE_HOST: 'localhost' };

export interface DashboardStage {
  readonly gateway: Gateway;
  readonly browser: Browser;
  /** A new browser; with a person, one who is signed in. */
  visit<Result>(
    options: PageOptions & { readonly person?: Person },
    work: (page: Page, context: BrowserContext) => Promise<Result>,
  ): Promise<Result>;
}

/** One gateway, which serves the dashboard built from its sources, and one browser per file. */
export async function openDashboardStage(scope: Scope = { after }): Promise<DashboardStage> {
  await buildDashboard();
  const [gateway, browser] = await Promise.all([
    openGateway(scope, { env: DASHBOARD_ENV }),
    openBrowser(scope),
  ]);
  return {
    gateway,
    browser,
    visit: ({ person, ...options }, work) =>
      visit(browser, gateway.url, options, async (page, context) => {
        page.setDefaultTimeout(20_000);
        if (person !== undefined) await signIn(context, gateway.url, person);
        return work(page, context);
      }),
  };
}

/** Does nothing if it is built already. */
export async function buildDashboard(): Promise<void> {
  await promisify(execFile)(process.execPath, [BUILD]);
}

export async function signIn(context: BrowserContext, url: string, person: Person): Promise<void> {
  const [name = '', value = ''] = person.cookie.split('=');
  await context.addCookies([{ name, value, url }]);
}

/** A dedicated account, a person in it, and the address of its test mode. */
export interface DashboardShop {
  readonly merchant: Merchant;
  readonly person: Person;
  /** @param section behind the account and its mode: `deposits` */
  at(section: string): string;
}

export async function openDashboardShop(
  gateway: Gateway,
  role: Role = 'owner',
): Promise<DashboardShop> {
  const merchant = await openMerchant(gateway);
  const person = await openPerson(gateway, { [merchant.accountId]: role });
  return { merchant, person, at: (section) => `/app/${merchant.accountId}/test/${section}` };
}

/** The heading of a screen, which appears before the screen's data. */
export async function opened(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

/** The newest mail to somebody, as the mailbox page shows it to developers. */
export async function readMail(page: Page, to: string): Promise<{ link: string; text: string }> {
  // Not through the page, whose visitor reports an address as if behind a proxy.
  const answer = await fetch(new URL('/dev/mailbox.json', page.url()));
  // It is our own response, whose shape the mailbox's test states.
  const mails = (await answer.json()) as { to: string; text: string }[];
  const mail = mails.find((one) => one.to === to);
  assert.ok(mail, `a mail to ${to}`);
  const [, link] = /(\/app\/\S+)/.exec(mail.text) ?? [];
  assert.ok(link, mail.text);
  return { link, text: mail.text };
}
