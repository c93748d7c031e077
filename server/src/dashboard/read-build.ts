import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from '../platform/encoding-for.ts';

const DASHBOARD = join(import.meta.dirname, '..', '..', '..', 'dashboard');

/** Whether the build is up to date, in progress, or missing. */
export type BuildState = 'ready' | 'building' | 'missing';

/** The files of the dashboard's build. */
export interface Build {
  state(): BuildState;
  /** The page itself; its only placeholder is for the nonce of its policy. */
  page(): Promise<string>;
  /** A file under assets/, precompressed with this encoding if there is such a version. */
  asset(name: string, encoding: Encoding | undefined): Promise<Asset | undefined>;
}

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly encoding: Encoding | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** File names contain hashes of the contents, so files can be cached forever. */
export function openBuild(directory = DASHBOARD): Build {
  const dist = join(directory, 'dist');
  const page = join(dist, 'index.html');
  return {
    state: () => {
      if (isBeingBuilt(directory)) return 'building';
      return existsSync(page) ? 'ready' : 'missing';
    },
    page: () => readFile(page, 'utf8'),
    asset: async (name, encoding) => {
      const type = TYPES[/^[\w-]+\.(?:[\w-]+\.)*([a-z]+)$/.exec(name)?.[1] ?? ''];
      if (type === undefined) return undefined;
      const path = join(dist, 'assets', name);
      const packed = encoding && (await readIfThere(path + ENDINGS[encoding]));
      if (packed) return { type, body: packed, encoding };
      const body = await readIfThere(path);
      return body && { type, body, encoding: undefined };
    },
  };
}

/** While a build runs, its pid is in a file beside the sources. */
function isBeingBuilt(directory: string): boolean {
  const note = join(directory, '.building');
  try {
    process.kill(Number(readFileSync(note, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
}
