import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from '../platform/encoding-for.ts';

const DASHBOARD = join(import.meta.dirname, '..', '..', '..', 'dashboard');

/** Whether what is served is what its sources say, being made, or not there at all. */
export type BuildState = 'ready' | 'building' | 'missing';

/** The files of the dashboard, as its build left them. */
export interface Build {
  state(): BuildState;
  /** The page itself, whose one placeholder is the nonce of its policy. */
  page(): Promise<string>;
  /** A file under assets/, packed in this way where it is kept so. */
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

/** Names are hashes of what is inside, so what was read once stays true. */
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

/** A build leaves its process's number beside its sources while it runs. */
function isBeingBuilt(directory: string): boolean {
  const note = join(directory, '.building');
  try {
    statSync(note);
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
