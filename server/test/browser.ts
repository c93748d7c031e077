import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import type { Scope } from './database.ts';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');
const MANIFEST = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));

/** The package unpacks into its temporary directory, but its libraries only in such a cloud. */
const UNPACK = `
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();`;

/**
 * Only the bundled fonts, so that a screenshot looks the same on every machine. They are beside
 * this configuration, also after the checkout is moved.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fonts-cache</cachedir>
</fontconfig>
`;

/**
 * A browser installed by npm, needing nothing from the system but the C library; or the Chromium
 * named by `PONTE_TEST_CHROMIUM`, since npm has one for Linux on x64 only.
 */
export async function openBrowser(scope: Scope = { after }): Promise<Browser> {
  const own = process.env.PONTE_TEST_CHROMIUM;
  const browser =
    own === undefined ? await launchOurs() : await chromium.launch({ executablePath: own });
  scope.after(() => browser.close());
  return browser;
}

async function launchOurs(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('set PONTE_TEST_CHROMIUM to a Chromium: npm has none for this machine');
  }
  const place = await unpackOnce();
  return chromium.launch({
    executablePath: join(place, 'chromium'),
    args: [
      // Containers run tests as root, and everything that is opened is our own.
      '--no-sandbox',
      '--disable-gpu',
      '--font-render-hinting=none',
    ],
    env: {
      PATH: '/usr/bin:/bin',
      HOME: place,
      LD_LIBRARY_PATH: join(place, 'al2023/lib'),
      FONTCONFIG_FILE: join(place, 'fonts.conf'),
      XDG_CACHE_HOME: place,
    },
    timeout: 30_000,
  });
}

/** Two concurrent processes both unpack; one of them is first to rename its directory. */
async function unpackOnce(): Promise<string> {
  // npm parsed it before us.
  const { version } = JSON.parse(await readFile(MANIFEST, 'utf8')) as { version: string };
  const place = join(CACHE, `ponte-chromium-${version}`);
  if (existsSync(place)) return place;

  const draft = join(CACHE, `draft-${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { recursive: true });
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], {
      cwd: import.meta.dirname,
      env: { PATH: '/usr/bin:/bin', TMPDIR: draft, VERCEL: '1' },
    });
    await writeFile(join(draft, 'fonts.conf'), FONTS);
    await rename(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return place;
}
