import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scope } from '../server/test/database.ts';
import { openScreens, type Screens, type State } from '../server/test/dashboard/open-screens.ts';
import type { Screen } from '../server/test/dashboard/screens.ts';
import { ROOT } from './repository.ts';
import { smallerPicture } from './smaller-picture.ts';

const FOLDER = join(ROOT, 'docs/screens/dashboard');
const HEIGHT = 800;
const PHONE = { width: 360, dark: false } as const;
const DESK = { width: 1280, dark: false } as const;
/** Those of them that are also taken in the dark scheme. */
const DARK = ['sign-in', 'home', 'deposits', 'deposit', 'keys-new', 'endpoint', 'simulator'];

interface View {
  readonly state: State;
  readonly width: number;
  readonly dark: boolean;
}

/**
 * Takes a picture of every screen of the dashboard, into docs/screens/dashboard/, with an index.
 */
export async function takeDashboardPictures(scope: Scope): Promise<number> {
  const screens = await openScreens(scope);
  const taken = new Map<string, Buffer>();
  for (const screen of screens.list) {
    for (const view of viewsOf(screens, screen)) {
      taken.set(nameOf(screen.name, view), await takePicture(screens, screen, view));
    }
  }
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  // Only now: a long computation would block the gateway, which runs in this process.
  for (const [name, picture] of taken) {
    await writeFile(join(FOLDER, `${name}.png`), smallerPicture(picture));
  }
  await writeFile(join(FOLDER, 'README.md'), indexOf([...taken.keys()]));
  return taken.size;
}

function viewsOf({ statesOf }: Screens, screen: Screen): View[] {
  const states = statesOf(screen).filter((state) => state !== 'loading' && state !== 'offline');
  return [
    ...states.map((state) => ({ state, ...DESK })),
    { state: 'full', ...PHONE },
    ...(DARK.includes(screen.name) ? [{ state: 'full', width: 1280, dark: true } as const] : []),
  ];
}

function nameOf(name: string, { state, width, dark }: View): string {
  return [name, ...(state === 'full' ? [] : [state]), width, ...(dark ? ['dark'] : [])].join('-');
}

async function takePicture(
  { visit }: Screens,
  screen: Screen,
  { state, width, dark }: View,
): Promise<Buffer> {
  return visit(screen, state, { width, dark, height: HEIGHT }, async (page) => {
    await page.evaluate(() => document.fonts.ready);
    return page.screenshot({ animations: 'disabled' });
  });
}

function indexOf(names: readonly string[]): string {
  const pictures = names.map((name) => `## ${name}\n\n![${name}](${name}.png)\n`);
  return `# What shops and operators see

\`npm run screens\` takes these pictures on a gateway of its own, in Portuguese.

${pictures.join('\n')}`;
}
