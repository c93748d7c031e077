import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/**
 * The project's files, from the root: those that git tracks or would track, without ignored ones.
 */
export function projectFiles(): string[] {
  const files = filesOfGit() ?? filesOnDisk();
  return files.filter((path) => existsSync(join(ROOT, path))).sort();
}

/** The hash of the commit that is checked out; undefined if there is none. */
export function currentCommit(): string | undefined {
  return askGit('rev-parse', 'HEAD');
}

function filesOfGit(): string[] | undefined {
  const files = askGit('ls-files', '--cached', '--others', '--exclude-standard', '-z');
  return files?.split('\0').filter((path) => path !== '');
}

/** Undefined without git or outside a repository. */
function askGit(...command: string[]): string | undefined {
  if (!existsSync(join(ROOT, '.git'))) return undefined;
  // Git refuses a checkout that belongs to somebody else, which is common in containers.
  const options = ['-c', `safe.directory=${ROOT}`, '-C', ROOT];
  const git = spawnSync('git', [...options, ...command], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return git.status === 0 ? git.stdout : undefined;
}

/** The same for an unpacked archive: the names in .gitignore are left out by hand. */
function filesOnDisk(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return entry.isFile() ? [path] : [];
    const ignored = ['node_modules', 'coverage', 'data', 'dist', '.git'].includes(entry.name);
    return ignored ? [] : filesOnDisk(path);
  });
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The names of the scripts in the root's package.json. */
export function npmScripts(): string[] {
  // package.json is ours, and npm has already rejected it if `scripts` is not an object.
  const { scripts } = JSON.parse(readText('package.json')) as { scripts?: object };
  return Object.keys(scripts ?? {});
}

/** The names of all environment variables that are read, taken from where they are read. */
export function settingNames(): ReadonlySet<string> {
  const readers = [
    'server/src/config.ts',
    'server/src/mails/read-mail-settings.ts',
    'server/src/sandbox/read-options.ts',
    'simulator/src/config.ts',
  ];
  const text = readers.map(readText).join('\n');
  return new Set(text.match(/(?<=')(PONTE_[A-Z_]+|PORT|DATABASE_URL)(?=')/g));
}
