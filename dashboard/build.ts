/** `node dashboard/build.ts`: builds the dashboard into dist, unless it is built already. */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashInputs } from './stale.ts';

interface Built {
  hash: string;
  files: Record<string, { bytes: number; gzip: number }>;
  /** The files that the page loads before it can do anything. */
  entry: string[];
  /**
   * Which module is in which file, and what that file imports: route weights are derived from it.
   */
  chunks: Record<string, Chunk>;
}

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const ROOT = import.meta.dirname;
const DIST = join(ROOT, 'dist');
/** Tells the server, by our process id, that a build is running. */
const NOTE = join(ROOT, '.building');
const TEXT = /\.(?:css|html|js|json|svg)$/;

async function builtHash(): Promise<string | undefined> {
  if (!existsSync(join(DIST, 'build.json'))) return undefined;
  // The file is ours: it was written by this program.
  const built = JSON.parse(await readFile(join(DIST, 'build.json'), 'utf8')) as Built;
  return built.hash;
}

async function buildInto(directory: string, hash: string): Promise<Built> {
  const { build } = await import('vite');
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: directory },
  });
  const manifestPath = join(directory, '.vite/manifest.json');
  // Vite's own format, as documented.
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Record<string, Chunk>;
  const files = await compressAll(directory);
  const built = { hash, files, entry: entryOf(manifest), chunks: manifest };
  await rm(join(directory, '.vite'), { recursive: true });
  await writeFile(join(directory, 'build.json'), JSON.stringify(built, null, 2));
  return built;
}

async function compressAll(directory: string): Promise<Built['files']> {
  const files: Built['files'] = {};
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !TEXT.test(entry.name) || entry.parentPath.includes('.vite')) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    const zipped = await promisify(gzip)(content, { level: 9 });
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    await writeFile(`${path}.gz`, zipped);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params: quality }));
    const name = path.slice(directory.length + 1);
    files[name] = { bytes: content.length, gzip: zipped.length };
  }
  return files;
}

function entryOf(manifest: Record<string, Chunk>): string[] {
  const files = new Set(['index.html']);
  const visit = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    for (const name of chunk.imports ?? []) visit(manifest[name]);
  };
  for (const chunk of Object.values(manifest)) if (chunk.isEntry) visit(chunk);
  return [...files];
}

/** Two concurrent builds both succeed: each has its own directory, and the last one stays. */
async function swapIn(draft: string): Promise<void> {
  const old = `${draft}-old`;
  for (let attempt = 0; ; attempt += 1) {
    if (existsSync(DIST)) await rename(DIST, old).catch(() => undefined);
    try {
      await rename(draft, DIST);
      break;
    } catch (error) {
      if (attempt === 20) throw error;
    } finally {
      await rm(old, { recursive: true, force: true });
    }
  }
}

async function main(): Promise<void> {
  const hash = await hashInputs(ROOT);
  const isStale = (await builtHash()) !== hash;
  if (process.argv.includes('--check-only')) {
    console.log(isStale ? 'The dashboard is stale.' : 'The dashboard is built.');
    process.exitCode = isStale ? 3 : 0;
    return;
  }
  if (!isStale) return;
  const draft = join(ROOT, `dist-${randomBytes(6).toString('hex')}`);
  // Also if we are told to stop halfway.
  process.on('exit', () => {
    rmSync(NOTE, { force: true });
    rmSync(draft, { recursive: true, force: true });
  });
  await mkdir(draft);
  await writeFile(NOTE, String(process.pid));
  const built = await buildInto(draft, hash);
  await swapIn(draft);
  const first = built.entry.reduce((sum, file) => sum + (built.files[file]?.gzip ?? 0), 0);
  const all = Object.values(built.files).reduce((sum, file) => sum + file.gzip, 0);
  console.log(`The dashboard is built: ${kb(first)} to start with, ${kb(all)} in all (gzip).`);
}

/** Whoever started us holds the other end of our input; when they have gone, so have we. */
function endWithParent(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));
  if (process.env['PONTE_PARENT_PIPE'] !== '1') return;
  const end = (): void => process.exit(1);
  process.stdin.on('end', end).on('error', end).resume();
  // It must not keep this process alive.
  if (process.stdin instanceof Socket) process.stdin.unref();
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

endWithParent();
await main();
