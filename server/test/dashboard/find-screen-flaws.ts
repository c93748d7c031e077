import assert from 'node:assert/strict';
import { layoutShift } from '../audit-page.ts';
import { auditScreen, auditWords } from './audit-screen.ts';
import { openScreens, type Screens, type State } from './open-screens.ts';
import type { Screen } from './screens.ts';

export interface Look {
  readonly state: State;
  readonly language: 'pt' | 'en';
  /** Each in light and dark. */
  readonly widths: readonly number[];
}

/** `PONTE_TEST_SCREENS=all` for each state in both languages at each width, which takes minutes. */
export const LOOKS_AT_ALL = process.env.PONTE_TEST_SCREENS === 'all';

const HEIGHT = 740;
const MAX_SHIFT = 0.05;
/** Most of a look is waiting. */
const LANES = 3;

/** The screens of these names, each of which there is. */
export function namedScreens(list: readonly Screen[], names: readonly string[]): Screen[] {
  return names.map((name) => list.find((screen) => screen.name === name) ?? assert.fail(name));
}
/** Looks at screens: by name, in the given ways. What is wrong with them; ideally nothing. */
export async function findScreenFlaws(
  looksOf: (screen: Screen) => readonly Look[],
  names?: readonly string[],
): Promise<string[]> {
  const screens = await openScreens();
  const chosen = names ? namedScreens(screens.list, names) : screens.list;
  const looks = chosen.flatMap((screen) => looksOf(screen).map((look) => ({ screen, look })));
  const flaws: string[] = [];
  const next = looks[Symbol.iterator]();
  const lookOn = async (): Promise<void> => {
    for (const { screen, look } of next) {
      const found = await lookAt(screens, screen, look).catch((error: unknown) => [
        error instanceof Error ? error.message : String(error),
      ]);
      const where = `${screen.name}, ${look.state}, ${look.language}`;
      flaws.push(...found.map((flaw) => `${where}: ${flaw}`));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lookOn));
  return flaws;
}

/**
 * How far a screen shifts while it loads. On a busy machine responses may arrive in an order that
 * hardly ever recurs, so one that shifted too far is opened again, and counts only if it always
 * does.
 */
async function leastShift(first: number, open: () => Promise<number>): Promise<number> {
  let least = first;
  for (let again = 0; again < 4 && least > MAX_SHIFT; again += 1) {
    least = Math.min(least, await open());
  }
  return least;
}

async function lookAt(
  { visit }: Screens,
  screen: Screen,
  { state, language, widths }: Look,
): Promise<string[]> {
  const [width = 1280] = widths;
  const sight = { language, width, height: HEIGHT };
  // A part that failed to load is as tall as its error message.
  const isSteady = state === 'full' || state === 'empty' || state === 'loading';
  return visit(screen, state, sight, async (page) => {
    const flaws: string[] = [];
    if (isSteady) {
      const first = await layoutShift(page);
      const shift = await leastShift(first, () => visit(screen, state, sight, layoutShift));
      if (shift > MAX_SHIFT) flaws.push(`layout shift of ${shift.toFixed(3)}`);
    }
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
