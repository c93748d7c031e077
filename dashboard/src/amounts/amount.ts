import type { Language } from '../words/language.ts';
import { plainTyped } from '../words/plain-typed.ts';

/**
 * A typed amount of reais, in cents; undefined if it is not one. It is parsed as on the payers'
 * page: where one separator before three digits could mean thousands or decimals, the language
 * decides, and nothing is guessed.
 */
export function readAmount(typed: string, language: Language): number | undefined {
  const cents = typedCents(typed, language);
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** Inexact beyond any amount of money. */
function typedCents(typed: string, language: Language): number | undefined {
  const number = wholeAndCents(bareAmount(typed), language);
  if (number === undefined) return undefined;
  return Number(number.whole) * 100 + Number(number.fraction.padEnd(2, '0'));
}

/** Without the currency symbol. */
function bareAmount(typed: string): string {
  return plainTyped(typed)
    .replace(/^r\$\s*/i, '')
    .replace(/(?:reais|real)$/i, '')
    .trimEnd();
}

function wholeAndCents(
  text: string,
  language: Language,
): { whole: string; fraction: string } | undefined {
  const [, head = '', fraction = ''] = /^(.*?)(?:[.,](\d{0,2}))?$/.exec(text) ?? [];
  // The separator before the cents, if there are any, cannot also separate thousands.
  const decimal = text.charAt(head.length);
  if (/^\d*$/.test(head)) return head + fraction === '' ? undefined : { whole: head, fraction };
  const [grouping] = /[., ]/.exec(head) ?? [];
  if (grouping === undefined || grouping === decimal) return undefined;
  const groups = head.split(grouping);
  const isThousands = groups.slice(1).every((group) => /^\d{3}$/.test(group));
  const isGrouped = isThousands && /^[1-9]\d{0,2}$/.test(groups[0] ?? '');
  const isPlain = decimal !== '' || groups.length > 2 || grouping === ' ';
  const isUsual = grouping === (language === 'pt' ? '.' : ',');
  return isGrouped && (isPlain || isUsual) ? { whole: groups.join(''), fraction } : undefined;
}

/** As it would be typed: "1234,50". */
export function writeAmount(cents: number, language: Language): string {
  const rest = String(cents % 100).padStart(2, '0');
  return `${Math.trunc(cents / 100)}${language === 'pt' ? ',' : '.'}${rest}`;
}

const MIN_CENTS = 200;
const MAX_CENTS = 600_000;

export type AmountProblem = 'missing' | 'unreadable' | 'outOfRange';

/** What the server would refuse, checked before it is asked. */
export function amountProblem(typed: string, language: Language): AmountProblem | undefined {
  if (bareAmount(typed) === '') return 'missing';
  const cents = typedCents(typed, language);
  if (cents === undefined) return 'unreadable';
  return cents < MIN_CENTS || cents > MAX_CENTS ? 'outOfRange' : undefined;
}
