import { readFileSync } from 'node:fs';

/** A value, or the content of the file that `NAME_FILE` points to. Empty counts as unset. */
export function readSetting(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const file = env[`${name}_FILE`];
  const value = file ? readFileSync(file, 'utf8') : env[name];
  return value?.trim() || undefined;
}
