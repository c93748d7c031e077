import type { Language } from '../words/language.ts';
import { plainTyped } from '../words/plain-typed.ts';

const MAX_BASIS_POINTS = 9_999;

/** A typed percentage, "2,5" or "2,5 %", in basis points; undefined if it is not one. */
export function readPercent(typed: string): number | undefined {
  const [, whole, fraction = ''] =
    /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(plainTyped(typed)) ?? [];
  if (whole === undefined) return undefined;
  const points = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return points <= MAX_BASIS_POINTS ? points : undefined;
}

/** As it would be typed: "2,5". */
export function writePercent(basisPoints: number, language: Language): string {
  const text = String(basisPoints / 100);
  return language === 'pt' ? text.replace('.', ',') : text;
}
