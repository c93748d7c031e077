import type { Page } from 'playwright-core';
import { createAccount } from '../../src/accounts/create-account.ts';
import { openDashboardStage } from '../dashboard-stage.ts';
import type { Scope } from '../database.ts';
import { openPerson } from '../person.ts';
import type { PageOptions } from '../pay-page.ts';
import { newEmail } from '../visitor.ts';
import { openFullShop } from './full-shop.ts';
import { listScreens, type Screen } from './screens.ts';

const STATES = ['full', 'empty', 'error', 'offline', 'loading'] as const;
export type State = (typeof STATES)[number];

export interface Screens {
  readonly list: readonly Screen[];
  statesOf(screen: Screen): State[];
  /** A dedicated person looks at it once it is in that state. */
  visit<Result>(
    screen: Screen,
    state: State,
    options: PageOptions,
    work: (page: Page) => Promise<Result>,
  ): Promise<Result>;
}

/** The browser's messages about responses that the test or a refusal provokes. */
const EXPECTED = /Failed to load resource|net::ERR_|EventSource's response has a status/;
const FAULT = {
  error: 'internal_error',
  message: 'Algo falhou do nosso lado. Tente de novo em instantes.',
};

/** Every screen, of a shop that has some of everything, one that has nothing, and an operator. */
export async function openScreens(scope?: Scope): Promise<Screens> {
  const stage = await openDashboardStage(scope);
  const full = await openFullShop(stage.gateway, scope);
  const { accountId } = await createAccount(stage.gateway.app.db, newEmail());
  const own = { [full.merchant.accountId]: 'owner' } as const;
  const people = {
    full: full.person,
    empty: await openPerson(stage.gateway, { [accountId]: 'owner' }),
    operator: await openPerson(stage.gateway, own, { isOperator: true }),
  };
  return {
    list: listScreens(full, `/app/${accountId}/test`),
    statesOf,
    visit: (screen, state, options, work) => {
      const key = screen.who === 'operator' ? 'operator' : state === 'empty' ? 'empty' : 'full';
      const { language = 'pt' } = options;
      const visitor = {
        ...options,
        reducedMotion: true,
        expected: EXPECTED,
        ...(screen.who && { person: people[key] }),
      };
      return stage.visit(visitor, async (page) => {
        await page.addInitScript((tag) => localStorage.setItem('ponte.language', tag), language);
        if (screen.who) await speak(page, language);
        await showState(page, screen, state);
        await page.goto(state === 'empty' ? (screen.emptyPath ?? screen.path) : screen.path);
        await comesUp(page);
        await settle(page, state);
        if (state === 'full' && language === 'pt') await screen.act?.(page);
        const result = await work(page);
        // Requests in flight when the page closes fail, and nobody looks at it any more.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        return result;
      });
    },
  };
}

/** The profile decides the language, and others use it at the same time. */
async function speak(page: Page, language: 'pt' | 'en'): Promise<void> {
  await page.route('**/app/api/me', async (route) => {
    const response = await route.fetch();
    const me: unknown = await response.json();
    const { user } = me as { user: object };
    await route.fulfill({ response, json: { ...(me as object), user: { ...user, language } } });
  });
}

/** The states that a screen can be in. */
export function statesOf({ who, reads, emptyPath }: Screen): State[] {
  return STATES.filter((state) => {
    if (state === 'full') return true;
    if (state === 'empty') return emptyPath !== undefined;
    return who !== undefined && reads !== undefined;
  });
}

/** Keeps its data from the screen, or delays it for a moment. */
async function showState(page: Page, { reads }: Screen, state: State): Promise<void> {
  if (reads === undefined) return;
  await page.route(reads, async (route) => {
    const isStream = route.request().url().endsWith('/live');
    if (state === 'loading' && !isStream) return;
    if (state === 'offline') return route.abort('internetdisconnected');
    if (state === 'error') return route.fulfill({ status: 500, json: FAULT });
    if (isStream) return route.abort();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return route.continue();
  });
}

/** A gateway on an overloaded machine sheds requests, even those for the page's code. */
async function comesUp(page: Page): Promise<void> {
  const heading = page.locator('h1').first();
  await heading.waitFor({ timeout: 10_000 }).catch(() => page.reload());
  await heading.waitFor();
}

/** Waits until the screen has got its data, or has given up. */
async function settle(page: Page, state: State): Promise<void> {
  const waiting = page.locator('[aria-busy=true], .mantine-Skeleton-root');
  if (state === 'loading') {
    // Some screens load nothing before they are asked to.
    await waiting
      .first()
      .waitFor({ timeout: 2_000 })
      .catch(() => undefined);
    // A dialog gets its name a moment after it has appeared.
    await page.waitForTimeout(300);
    return;
  }
  // What opens over a screen is a separate chunk, and loads its own data.
  for (let quiet = 0; quiet < 3; quiet += 1) {
    if ((await waiting.count()) > 0) quiet = -1;
    await page.waitForTimeout(100);
  }
}
