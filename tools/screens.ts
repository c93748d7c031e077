/**
 * `npm run screens`: a picture of every page that payers see, into docs/screens/, with an index.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { onDatabase } from '../server/test/on-database.ts';
import { openStage, type Stage } from '../server/test/page-stage.ts';
import { findSights, type Sight } from '../server/test/pages/sights.ts';
import { ROOT } from './repository.ts';

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

await onDatabase(async (scope) => {
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
  console.log(`${String(sights.length * VIEWS.length)} pictures`);
});

async function takePicture(stage: Stage, name: string, sight: Sight, view: View): Promise<void> {
  const { path, act, address, clings = false } = sight;
  const options = { ...view, height: HEIGHT, reducedMotion: true, expected: OFFLINE };
  await stage.visit({ ...options, ...(address && { address }) }, async (page) => {
    await page.goto(path);
    await act?.(page);
    const picture = await page.screenshot({ fullPage: !clings, animations: 'disabled' });
    await writeFile(join(FOLDER, `${name}-${suffixOf(view)}.png`), smaller(picture));
  });
}

/** The browser is quick rather than thorough about it. */
function smaller(picture: Buffer): Buffer {
  const png = PNG.sync.read(picture);
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });
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
