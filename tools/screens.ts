/**
 * `npm run screens`: takes a picture of every page that payers see, into docs/screens/, with an
 * index, and of every screen of the dashboard. `-- --dashboard` or `-- --payers` takes one of the
 * two.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scope } from '../server/test/database.ts';
import { onDatabase } from '../server/test/on-database.ts';
import { openStage, type Stage } from '../server/test/page-stage.ts';
import { findSights, type Sight } from '../server/test/pages/sights.ts';
import { takeDashboardPictures } from './dashboard-screens.ts';
import { ROOT } from './repository.ts';
import { smallerPicture } from './smaller-picture.ts';
import { readOptions } from './read-options.ts';

const FOLDER = join(ROOT, 'docs/screens');
const HEIGHT = 740;
/** One of the pictures is of a phone without a network. */
const OFFLINE = /net::ERR_INTERNET_DISCONNECTED/;
const VIEWS = [
  { width: 360, language: 'pt', dark: false },
  { width: 360, language: 'pt', dark: true },
  { width: 360, language: 'en', dark: false },
  { width: 1280, language: 'pt', dark: false },
] as const;
type View = (typeof VIEWS)[number];

const suffixOf = ({ width, language, dark }: View): string =>
  `${String(width)}-${language}-${dark ? 'dark' : 'light'}`;

const values = readOptions({
  payers: { type: 'boolean', default: false },
  dashboard: { type: 'boolean', default: false },
});
const isBoth = values.payers === values.dashboard;
if (isBoth || values.payers) await onDatabase(takePayersPictures);
if (isBoth || values.dashboard) {
  await onDatabase(async (scope) => {
    console.log(`${String(await takeDashboardPictures(scope))} pictures of the dashboard`);
  });
}

async function takePayersPictures(scope: Scope): Promise<void> {
  const stage = await openStage(scope);
  const sights = [...(await findSights(stage.gateway))].filter(([, { isVariant }]) => !isVariant);
  await mkdir(FOLDER, { recursive: true });
  for (const name of await readdir(FOLDER)) {
    if (name.endsWith('.png')) await rm(join(FOLDER, name));
  }
  for (const [name, sight] of sights) {
    for (const view of VIEWS) await takePicture(stage, name, sight, view);
  }
  await writeFile(join(FOLDER, 'README.md'), indexOf(sights.map(([name]) => name)));
  console.log(`${String(sights.length * VIEWS.length)} pictures of payers' pages`);
}

async function takePicture(stage: Stage, name: string, sight: Sight, view: View): Promise<void> {
  const { path, act, address, clings = false } = sight;
  const options = { ...view, height: HEIGHT, reducedMotion: true, expected: OFFLINE };
  await stage.visit({ ...options, ...(address && { address }) }, async (page) => {
    await page.goto(path);
    await act?.(page);
    const picture = await page.screenshot({ fullPage: !clings, animations: 'disabled' });
    await writeFile(join(FOLDER, `${name}-${suffixOf(view)}.png`), smallerPicture(picture));
  });
}

/** All of them side by side. */
function indexOf(names: readonly string[]): string {
  const titles = VIEWS.map((view) => suffixOf(view).replaceAll('-', ' '));
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = names.map((name) =>
    row([name, ...VIEWS.map((view) => `![${name}](${name}-${suffixOf(view)}.png)`)]),
  );
  return `# What payers see

\`npm run screens\` takes these pictures on a gateway of its own, each state reached as in life.

<!-- prettier-ignore-start -->

${[row(['', ...titles]), row(['---', ...titles.map(() => '---')]), ...rows].join('\n')}

<!-- prettier-ignore-end -->
`;
}
