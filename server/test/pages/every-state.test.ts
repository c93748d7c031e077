import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKOUT_STATES } from '../../src/checkouts/checkout.ts';
import { auditPage, foreignWords, layoutShift } from '../audit-page.ts';
import { openStage } from '../page-stage.ts';
import { findSights } from './sights.ts';

const LANGUAGES = ['pt', 'en'] as const;
const WIDTHS = [320, 360, 1280];
const HEIGHT = 740;
/** One of the sights is that of a phone without a network. */
const OFFLINE = /net::ERR_INTERNET_DISCONNECTED/;

const { gateway, visit } = await openStage();
const sights = await findSights(gateway);

/** In one language: at every width, light and dark. */
async function lookAt(name: string, language: 'pt' | 'en'): Promise<string[]> {
  const sight = sights.get(name);
  assert.ok(sight, name);
  const { path, act, address } = sight;
  const visitor = { language, reducedMotion: true, expected: OFFLINE, ...(address && { address }) };
  return visit(visitor, async (page) => {
    const flaws: string[] = [];
    const note = (found: string[], where: string) =>
      flaws.push(...found.map((flaw) => `${name}, ${language}, ${where}: ${flaw}`));
    await page.goto(path);
    const shift = await layoutShift(page);
    await act?.(page);
    note(shift > 0.01 ? [`it moves by ${shift.toFixed(3)}`] : [], 'opened');
    note(await foreignWords(page, language), 'words');
    const isInState = (await page.getAttribute('main', 'data-state')) === name;
    note(!isInState && isState(name) ? ['it has left its state'] : [], 'opened');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        note(await auditPage(page), `${String(width)} px ${colorScheme}`);
      }
    }
    return flaws;
  });
}

const isState = (name: string): boolean => CHECKOUT_STATES.some((state) => state === name);

test('every page in both languages, light and dark, narrow and wide, hinders nobody', async () => {
  const visits = [...sights.keys()].flatMap((name) =>
    LANGUAGES.map((language) => [name, language] as const),
  );
  const flaws: string[] = [];
  const next = visits[Symbol.iterator]();
  const lookOn = async (): Promise<void> => {
    for (const [name, language] of next) flaws.push(...(await lookAt(name, language)));
  };
  await Promise.all([lookOn(), lookOn()]);
  assert.deepEqual(flaws, []);
});
