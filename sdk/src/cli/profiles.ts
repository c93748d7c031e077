import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from './words.ts';

/** Access to one gateway. */
export interface Profile {
  readonly url: string;
  readonly apiKey: string;
}

export type Profiles = Readonly<Record<string, Profile>>;

export const DEFAULT_PROFILE = 'default';
const FILE = 'profiles.json';

export async function readProfiles(directory: string): Promise<Profiles> {
  const path = join(directory, FILE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return profilesOf(JSON.parse(text));
  } catch {
    throw new CliError('unreadable_profiles', {
      pt: `${path} não pôde ser lido. Corrija ou apague o arquivo e entre de novo.`,
      en: `${path} cannot be read. Correct or delete the file and log in again.`,
    });
  }
}

function profilesOf(read: unknown): Profiles {
  if (typeof read !== 'object' || read === null) throw new TypeError('no object');
  const known = Object.entries(read).map(([name, profile]: [string, unknown]) => {
    if (typeof profile !== 'object' || profile === null) throw new TypeError('no profile');
    const { url, apiKey } = profile as Partial<Record<keyof Profile, unknown>>;
    if (typeof url !== 'string' || typeof apiKey !== 'string') throw new TypeError('no profile');
    return [name, { url, apiKey }] as const;
  });
  return Object.fromEntries(known);
}

/** Readable only by its owner from the first byte on, and replaced atomically. */
export async function writeProfiles(directory: string, profiles: Profiles): Promise<string> {
  const path = join(directory, FILE);
  const draft = join(directory, `.${FILE}.${randomUUID()}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    // Independent of the process's umask.
    await chmod(draft, 0o600);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return path;
}
