import type { OptionName, Values } from './options.ts';
import type { Printer } from './print.ts';
import type { Terminal } from './terminal.ts';
import { UsageError, type Words } from './words.ts';

/** A command, as used by parsing, help and completion. */
export interface Verb {
  /** One or two words, as they are typed. */
  readonly name: string;
  /** Its arguments in order; optional ones are in brackets. */
  readonly takes: readonly string[];
  readonly options: readonly OptionName[];
  readonly help: Words;
  /** Further information, below the options. */
  readonly more?: Words;
  /** Completions for the first argument; `files` for files in the current directory. */
  readonly offers?: readonly string[] | 'files';
  /** @returns the exit code; 0 by default */
  run(call: Call): Promise<number | void>;
}

export interface Call {
  readonly terminal: Terminal;
  readonly printer: Printer;
  readonly values: Values;
  readonly positionals: readonly string[];
  readonly verbs: readonly Verb[];
}

/** The text of an option, if it was given. */
export function optional({ values }: Pick<Call, 'values'>, name: OptionName): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws UsageError if it was not given */
export function required(call: Pick<Call, 'values'>, name: OptionName): string {
  const value = optional(call, name);
  if (value !== undefined) return value;
  throw new UsageError({ pt: `Falta --${name}.`, en: `--${name} is missing.` });
}

/** @throws UsageError unless it is a whole number of at most 15 digits */
export function wholeNumber(call: Pick<Call, 'values'>, name: OptionName): number | undefined {
  const text = optional(call, name);
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const isMoney = name === 'amount';
  throw new UsageError({
    pt: `--${name} pede um número inteiro${isMoney ? ' de centavos: R$ 50,00 é 5000' : ', sem sinal'}.`,
    en: `--${name} takes a whole number${isMoney ? ' of cents: R$ 50.00 is 5000' : ''}.`,
  });
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** A moment on the command line: a time, or how long ago. */
export type Moment = { readonly at: Date } | { readonly agoMs: number };

/** @throws UsageError if it is neither */
export function momentOf(text: string): Moment {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return { agoMs: Number(count) * (UNITS[unit] ?? Number.NaN) * 1_000 };
  const at = Date.parse(/^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) ? text : '');
  if (!Number.isNaN(at)) return { at: new Date(at) };
  throw new UsageError({
    pt: `"${text}" não é um momento: use 2026-11-21T12:00:00Z, ou 10m, 2h, 3d.`,
    en: `"${text}" is no moment: use 2026-11-21T12:00:00Z, or 10m, 2h, 3d.`,
  });
}
