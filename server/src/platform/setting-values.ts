import { type Env, readSetting } from './read-setting.ts';

/** Parsers for settings. Each throws an Error that names its setting and what it accepts. */

export function integer(
  env: Env,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = readSetting(env, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${String(min)} to ${String(max)}`);
}

export function flag(env: Env, name: string): boolean | undefined {
  const value = choice(env, name, ['true', 'false', '1', '0']);
  return value === undefined ? undefined : value === 'true' || value === '1';
}

export function choice<Value extends string>(
  env: Env,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const value = readSetting(env, name);
  if (value === undefined) return undefined;
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`${name} must be one of ${values.join(', ')}`);
  return found;
}

/** @param words accepted as they are, in place of an address */
export function url(env: Env, name: string, words: readonly string[] = []): string | undefined {
  const value = readSetting(env, name);
  if (value === undefined || words.includes(value)) return value;
  if (!URL.canParse(value) || !/^https?:\/\//i.test(value)) {
    throw new Error(`${name} must be an absolute http or https address`);
  }
  return value.replace(/(?<!\/)\/+$/, '');
}

export function ports(env: Env, name: string): number[] {
  const parts = (readSetting(env, name) ?? '').split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    if (/^\d{1,5}$/.test(part) && Number(part) <= 65_535) return Number(part);
    throw new Error(`${name} must be ports up to 65535, separated by commas`);
  });
}

/** A text shown to people. */
export function line(env: Env, name: string, longest: number): string | undefined {
  const value = readSetting(env, name);
  if (value === undefined) return undefined;
  const isLine = value.length <= longest && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);
  if (isLine) return value;
  throw new Error(`${name} must be one line of at most ${String(longest)} characters`);
}

/** A value for an HTTP header. @throws Error that never shows it */
export function headerValue(env: Env, name: string): string | undefined {
  const value = readSetting(env, name);
  if (value === undefined || /^[ -~]+$/.test(value)) return value;
  throw new Error(`${name} must be ASCII letters, digits, signs and spaces, in one line`);
}
