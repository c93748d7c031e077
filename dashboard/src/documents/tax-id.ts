import { plainTyped } from '../words/plain-typed.ts';

type TaxIdProblem = 'missing' | 'short' | 'long' | 'letters' | 'digits';

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
/** A valid CPF that belongs to nobody in particular. */
export const SAMPLE_TAX_ID = '12345678909';
/** Accepted in test mode, to rehearse a payer who is declined. */
const REHEARSED_TAX_ID = '00000000001';

/** Without points, dashes and bars, as the server takes it. */
export function plainTaxId(typed: string): string {
  return plainTyped(typed)
    .replace(/[\s./-]/g, '')
    .toUpperCase();
}

/** What can be checked before sending; only the server knows whether a CNPJ may have letters. */
export function taxIdProblem(typed: string): TaxIdProblem | undefined {
  const text = plainTaxId(typed);
  if (text === '') return 'missing';
  if (!/^[0-9A-Z]+$/.test(text)) return 'letters';
  if (hasLetters(text) && text.length === 11) return 'letters';
  if (text.length > 14) return 'long';
  if (text.length !== 11 && text.length !== 14) return 'short';
  if (text === REHEARSED_TAX_ID) return undefined;
  return checkDigitsFit(text) ? undefined : 'digits';
}

export function hasLetters(typed: string): boolean {
  return /[A-Z]/i.test(typed);
}

function checkDigitsFit(text: string): boolean {
  if (/^(\d)\1+$/.test(text)) return false;
  const weights = text.length === 11 ? CPF_WEIGHTS : CNPJ_WEIGHTS;
  const body = text.slice(0, -2);
  const first = checkDigit(body, weights);
  return text === `${body}${first}${checkDigit(`${body}${first}`, weights)}`;
}

/** Letters are numbered from 17. */
function checkDigit(body: string, weights: readonly number[]): number {
  const sum = weights
    .slice(-body.length)
    .reduce((total, weight, at) => total + weight * (body.charCodeAt(at) - 48), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/** As people write it: `123.456.789-09`, `12.345.678/0001-95`; a masked one stays as it is. */
export function formatTaxId(typed: string): string {
  const text = plainTaxId(typed);
  if (text.length === 11) return text.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
  if (text.length === 14) return text.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
  return typed;
}

/** Two people; if the payer is somebody else, the payment is returned. */
const PEOPLE = ['11144477735', '52998224725'] as const;

/** @param masked the payer's, of which only the middle is shown */
export function anotherTaxId(masked: string): string {
  const isPayer = (person: string) => masked.includes(formatTaxId(person).slice(4, 11));
  return PEOPLE.find((person) => !isPayer(person)) ?? PEOPLE[0];
}
