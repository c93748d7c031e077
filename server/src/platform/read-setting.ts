import { readFileSync } from 'node:fs';
import { openVault } from './vault.ts';

/** Settings by name, as a process receives them. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A value, or the content of the file that `NAME_FILE` points to. Empty counts as unset. */
export function readSetting(env: Env, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  const value = file ? readFile(file, `${name}_FILE`) : env[name];
  return value?.trim() || undefined;
}

/** The environment with these settings overridden, including any files it names for them. */
export function withSettings(env: Env, given: Env): Env {
  const files = Object.keys(given).map((name) => [`${name}_FILE`, undefined] as const);
  return { ...env, ...Object.fromEntries(files), ...given };
}

/** Never shows the value: it may be the secret itself, in the wrong place. */
function readFile(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Error(`${setting} must name a file that can be read${code}`);
  }
}

/** @throws Error that never shows the value, which may contain a password */
export function readPostgresUrl(env: Env, name: string): string | undefined {
  const value = readSetting(env, name);
  if (value === undefined || isPostgresUrl(value)) return value;
  throw new Error(
    `${name} must be an address as postgres://user:password@host:5432/database; ${SIGNS}`,
  );
}

/** Those who paste a password unescaped see nothing wrong with the URL around it. */
export const SIGNS = 'in a password # is written %23, / is %2F and ? is %3F';

/** Without a host, the driver would connect to a default server that nobody meant. */
function isPostgresUrl(value: string): boolean {
  const written = /^postgres(ql)?:\/\//i.test(value);
  const url = withHost(value);
  if (!written || !URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? '';
  return host !== '' || (hostname !== '' && url === value);
}

/** Where the server is, for people: its host and port, or the directory of its socket. */
export function postgresPlace(url: string): string {
  const { host, searchParams } = new URL(withHost(url));
  return searchParams.get('host') || host;
}

/** The socket's directory is in the query, and nothing precedes the path. */
function withHost(url: string): string {
  return url.replace('@/', '@socket/');
}

/** Verified before anything starts. @throws Error that never shows the keys */
export function readEncryptionKeys(env: Env, name: string): string | undefined {
  const keys = readSetting(env, name);
  if (keys !== undefined) openVault(keys);
  return keys;
}
