import type { Language } from '../words/language.ts';

/** What a person typed as an amount of reais, in cents; undefined when it is none. */
export function readAmount(typed: string, language: Language): number | undefined {
  const text = typed.replace(/[\s\u00a0]|R\$/g, '');
  if (!/^\d[\d.,]*$/.test(text)) return undefined;
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  // What is left of points and commas must stand between groups of three.
  if (!/^\d+$/.test(whole) && !/^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$/.test(whole)) {
    return undefined;
  }
  // One sign before three digits is what the language says, and nothing is guessed.
  if ((language === 'pt' ? /^\d+,\d{3}$/ : /^\d+\.\d{3}$/).test(text)) return undefined;
  const cents = Number(whole.replace(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** As it would be typed: "1234,50". */
export function writeAmount(cents: number, language: Language): string {
  const rest = String(cents % 100).padStart(2, '0');
  return `${Math.trunc(cents / 100)}${language === 'pt' ? ',' : '.'}${rest}`;
}

const LEAST_CENTS = 200;
const MOST_CENTS = 600_000;

export type AmountProblem = 'missing' | 'unreadable' | 'outOfRange';

/** What the server would refuse, said before it is asked. */
export function amountProblem(typed: string, language: Language): AmountProblem | undefined {
  if (typed.trim() === '') return 'missing';
  const cents = readAmount(typed, language);
  if (cents === undefined) return 'unreadable';
  return cents < LEAST_CENTS || cents > MOST_CENTS ? 'outOfRange' : undefined;
}
