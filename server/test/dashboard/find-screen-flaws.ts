import type { Page } from 'playwright-core';
import { createAccount } from '../../src/accounts/create-account.ts';
import { layoutShift } from '../audit-page.ts';
import { type DashboardStage, openDashboardStage } from '../dashboard-stage.ts';
import { openPerson, type Person } from '../person.ts';
import { newEmail } from '../visitor.ts';
import { auditScreen, auditWords } from './audit-screen.ts';
import { openFullShop } from './full-shop.ts';
import { listScreens, type Screen } from './screens.ts';

export const STATES = ['full', 'empty', 'error', 'offline', 'loading'] as const;
export type State = (typeof STATES)[number];

export interface Look {
  readonly state: State;
  readonly language: 'pt' | 'en';
  /** Each in light and dark. */
  readonly widths: readonly number[];
}

const HEIGHT = 740;
const MOST_SHIFT = 0.05;
/** What the browser says of answers that the test or a refusal provokes. */
const EXPECTED = /Failed to load resource|net::ERR_|EventSource's response has a status/;

/** Looks at screens: by name, each as told. What is wrong with them, best nothing. */
export async function findScreenFlaws(
  looksOf: (screen: Screen) => readonly Look[],
): Promise<string[]> {
  const stage = await openDashboardStage();
  const full = await openFullShop(stage.gateway);
  const { accountId } = await createAccount(stage.gateway.app.db, newEmail());
  const people: Record<string, Person> = {
    full: full.person,
    empty: await openPerson(stage.gateway, { [accountId]: 'owner' }),
    operator: await openPerson(
      stage.gateway,
      { [full.merchant.accountId]: 'owner' },
      { isOperator: true },
    ),
  };
  const flaws: string[] = [];
  for (const screen of listScreens(full, `/app/${accountId}/test`)) {
    for (const look of looksOf(screen)) {
      const found = await lookAt(stage, screen, look, people).catch((error: unknown) => [
        error instanceof Error ? error.message : String(error),
      ]);
      const where = `${screen.name}, ${look.state}, ${look.language}`;
      flaws.push(...found.map((flaw) => `${where}: ${flaw}`));
    }
  }
  return flaws;
}

/** The states that a screen can be in. */
export function statesOf({ who, reads, emptyPath }: Screen): State[] {
  return STATES.filter((state) => {
    if (state === 'full') return true;
    if (state === 'empty') return emptyPath !== undefined;
    return who !== undefined && reads !== undefined;
  });
}

async function lookAt(
  stage: DashboardStage,
  screen: Screen,
  { state, language, widths }: Look,
  people: Record<string, Person>,
): Promise<string[]> {
  const key = screen.who === 'operator' ? 'operator' : state === 'empty' ? 'empty' : 'full';
  const person = screen.who === undefined ? undefined : people[key];
  const [first = 1280] = widths;
  const options = { language, width: first, height: HEIGHT, reducedMotion: true } as const;
  return stage.visit({ ...options, ...(person && { person }), expected: EXPECTED }, async (page) => {
    const flaws: string[] = [];
    await page.addInitScript((chosen) => localStorage.setItem('ponte.language', chosen), language);
    await showState(page, screen, state);
    const path = state === 'empty' ? (screen.emptyPath ?? screen.path) : screen.path;
    await page.goto(path);
    await settle(page, state);
    const shift = await layoutShift(page);
    if (shift > MOST_SHIFT) flaws.push(`it moves by ${shift.toFixed(3)}`);
    if (state === 'full' && language === 'pt') await screen.act?.(page);
    flaws.push(...(await auditWords(page, language)));
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await auditScreen(page, width);
        flaws.push(...found.map((flaw) => `${String(width)} px ${colorScheme}: ${flaw}`));
      }
    }
    return flaws;
  });
}

/** Keeps from the screen what it reads, or lets it have it a moment later than at once. */
export async function showState(page: Page, { reads }: Screen, state: State): Promise<void> {
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

const FAULT = {
  error: 'internal_error',
  message: 'Algo falhou do nosso lado. Tente de novo em instantes.',
};

/** Until the screen has got what it reads, or has given up. */
export async function settle(page: Page, state: State): Promise<void> {
  await page.locator('h1').first().waitFor();
  if (state === 'loading') {
    await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ timeout: 3_000 }).catch(() => undefined);
    return;
  }
  await page.waitForFunction(
    () => document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null,
  );
  // What opens over the screen comes in a part of its own.
  await page.waitForTimeout(150);
}
