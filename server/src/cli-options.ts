import { basename } from 'node:path';

const text = { type: 'string' } as const;

/** Every option of every command; all but four take a text. */
export const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  all: { type: 'boolean' },
  role: text,
  email: text,
  account: text,
  mode: text,
  scopes: text,
  name: text,
  contact: text,
  website: text,
  id: text,
  since: text,
  deposit: text,
  reason: text,
  head: text,
  limit: text,
  to: text,
  from: text,
  'tax-id': text,
  'expires-in-days': text,
  'deposit-fee-bp': text,
  'deposit-fee-fixed': text,
  'withdrawal-fee-bp': text,
  'withdrawal-fee-fixed': text,
  deposits: text,
  withdrawals: text,
  'read-rate': text,
  'read-burst': text,
  'money-rate': text,
  'money-burst': text,
} as const;

export type OptionName = keyof typeof OPTIONS;
export type Options = { readonly [Name in OptionName]?: string | boolean | undefined };

/** The command has to be entered differently; nothing was done. */
export class Misuse extends Error {}

/**
 * A command as it has to be typed here: through npm in a checkout or in the image, whose package
 * has that script, or directly if `ponte` is installed.
 */
export function ponte(command: string, script = process.argv[1] ?? ''): string {
  return basename(script) === 'ponte' ? `ponte ${command}` : `npm run -s ponte -- ${command}`;
}

export const SEE_HELP = `see ${ponte('--help')}`;

/** @throws Misuse if it is missing or empty */
export function required(options: Options, name: OptionName): string {
  const value = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Misuse(`--${name} is needed; ${SEE_HELP}`);
}

/** The value given, even if it is empty. */
export function words(options: Options, name: OptionName): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** @throws Misuse if it is none of the values */
export function one<Value extends string>(
  options: Options,
  name: OptionName,
  values: readonly Value[],
): Value | undefined {
  const given = options[name];
  const value = values.find((candidate) => candidate === given);
  if (given !== undefined && !value) throw new Misuse(`--${name} takes ${listed(values)}`);
  return value;
}

function listed(values: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values);
}

export function onOff(options: Options, name: OptionName): boolean | undefined {
  const value = one(options, name, ['on', 'off']);
  return value === undefined ? undefined : value === 'on';
}

/** @throws Misuse unless it is a whole number between the two */
export function count(
  options: Options,
  name: OptionName,
  min: number,
  max: number,
): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const value = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Misuse(`--${name} takes a whole number from ${String(min)} to ${String(max)}`);
}
