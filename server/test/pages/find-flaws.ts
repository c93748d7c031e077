import assert from 'node:assert/strict';
import { CHECKOUT_STATES } from '../../src/checkouts/checkout.ts';
import { auditPage, foreignWords, layoutShift } from '../audit-page.ts';
import { openStage } from '../page-stage.ts';
import { findSights } from './sights.ts';

const HEIGHT = 740;
/** One of the sights is of a phone without a network. */
const OFFLINE = /net::ERR_INTERNET_DISCONNECTED/;

interface Look {
  readonly name: string;
  readonly language: 'pt' | 'en';
  /** Each in light and dark. */
  readonly widths: readonly number[];
}

/**
 * Looks at pages, two at a time: by name, in the given ways. What is wrong with them; ideally
 * nothing.
 */
export async function findFlaws(looksOf: (name: string) => readonly Omit<Look, 'name'>[]) {
  const { gateway, visit } = await openStage();
  const sights = await findSights(gateway);

  const lookAt = async ({ name, language, widths }: Look): Promise<string[]> => {
    const sight = sights.get(name);
    assert.ok(sight, name);
    const { path, act, address } = sight;
    const visitor = { language, reducedMotion: true, expected: OFFLINE };
    return visit({ ...visitor, ...(address && { address }) }, async (page) => {
      const flaws: string[] = [];
      const note = (found: string[], where: string) =>
        flaws.push(...found.map((flaw) => `${name}, ${language}, ${where}: ${flaw}`));
      await page.goto(path);
      const shift = await layoutShift(page);
      await act?.(page);
      note(shift > 0.01 ? [`layout shift of ${shift.toFixed(3)}`] : [], 'opened');
      note(await foreignWords(page, language), 'words');
      const isInState = (await page.getAttribute('main', 'data-state')) === name;
      note(!isInState && isState(name) ? ['it has left its state'] : [], 'opened');
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHT });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          note(await auditPage(page), `${String(width)} px ${colorScheme}`);
        }
      }
      return flaws;
    });
  };

  const looks = [...sights.keys()].flatMap((name) =>
    looksOf(name).map((look) => ({ name, ...look })),
  );
  const flaws: string[] = [];
  const next = looks[Symbol.iterator]();
  const lookOn = async (): Promise<void> => {
    for (const look of next) flaws.push(...(await lookAt(look)));
  };
  await Promise.all([lookOn(), lookOn()]);
  return flaws;
}

const isState = (name: string): boolean => CHECKOUT_STATES.some((state) => state === name);
