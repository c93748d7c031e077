import type { Mode } from '../accounts/environment.ts';
import type { Text } from '../errors.ts';

/** Belongs to nobody: test mode accepts it despite its check digits, to rehearse a decline. */
export const REHEARSED_TAX_ID = '00000000001';

export interface TaxIdRules {
  /** Verify the modulo-11 check digits of numeric CPFs and CNPJs, not just their length. */
  readonly checkDigits: boolean;
  /** Accept CNPJs with letters (issued since July 2026), whose check digits are always verified. */
  readonly alphanumericCnpj: boolean;
}

/** For descriptions, after whose it is. */
export const TAX_ID_FORM =
  'CPF (11 digits) or CNPJ (14 digits), without punctuation. If the operator allows it, a CNPJ may have capital letters.';

const CPF = /^[0-9]{11}$/;
const CNPJ = /^[0-9]{14}$/;
const ALPHANUMERIC_CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/;
const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const REPEATED_DIGIT = /^([0-9])\1+$/;

/** Whether `text`, exactly as it was sent, is a CPF or a CNPJ. */
export function taxIdFits(text: string, rules: TaxIdRules): boolean {
  return cpfFits(text, rules) || cnpjFits(text, rules);
}

/** Whether an order in this mode may use it; test also accepts the CPF that rehearses a decline. */
export function isOrderTaxId(text: string, mode: Mode, rules: TaxIdRules): boolean {
  return (mode === 'test' && text === REHEARSED_TAX_ID) || taxIdFits(text, rules);
}

export function cpfFits(text: string, rules: TaxIdRules): boolean {
  return hasCpfForm(text) && (!rules.checkDigits || checkDigitsFit(text, CPF_WEIGHTS));
}

export function cnpjFits(text: string, rules: TaxIdRules): boolean {
  if (!hasCnpjForm(text, rules)) return false;
  const checked = rules.checkDigits || !CNPJ.test(text);
  return !checked || checkDigitsFit(text, CNPJ_WEIGHTS);
}

export function hasCpfForm(text: string): boolean {
  return CPF.test(text);
}

export function hasCnpjForm(text: string, { alphanumericCnpj }: TaxIdRules): boolean {
  return (alphanumericCnpj ? ALPHANUMERIC_CNPJ : CNPJ).test(text);
}

/** Said after a field's name. */
export const WRONG_CHECK_DIGITS: Text = {
  pt: 'tem dígitos verificadores errados. Confira o CPF ou CNPJ e envie com uma Idempotency-Key nova.',
  en: 'has wrong check digits. Check the CPF or CNPJ and send it with a new Idempotency-Key.',
};
const MAY_HAVE_LETTERS: Text = {
  pt: 'deve ser um CPF (11 dígitos) ou CNPJ (12 dígitos ou letras maiúsculas e 2 dígitos), em texto e sem pontuação.',
  en: 'must be a CPF (11 digits) or a CNPJ (12 digits or capital letters, and 2 digits), as text without punctuation.',
};

/** Why the rules refuse what was sent; undefined if it is for not being 11 or 14 digits. */
export function explainTaxId(sent: unknown, rules: TaxIdRules): Text | undefined {
  const hasForm = typeof sent === 'string' && (hasCpfForm(sent) || hasCnpjForm(sent, rules));
  if (hasForm) return WRONG_CHECK_DIGITS;
  return rules.alphanumericCnpj ? MAY_HAVE_LETTERS : undefined;
}

/** A masked, empty or damaged text is `unknown`: it proves neither a match nor a mismatch. */
export function compareTaxIds(one: string, other: string): 'same' | 'different' | 'unknown' {
  const [a, b] = [bareTaxId(one), bareTaxId(other)];
  if (a === undefined || b === undefined) return 'unknown';
  return a === b ? 'same' : 'different';
}

/**
 * The tax id as our API writes it; undefined if it is masked or damaged. Removes only punctuation
 * and white space, which banks pad a CPF with: removing everything but digits would turn a CNPJ
 * with letters into another.
 */
export function bareTaxId(text: string): string | undefined {
  const bare = text.toUpperCase().replaceAll(/[\s./-]/g, '');
  return CPF.test(bare) || ALPHANUMERIC_CNPJ.test(bare) ? bare : undefined;
}

function checkDigitsFit(text: string, weights: readonly number[]): boolean {
  // A repeated digit has valid check digits, but no such number was ever issued.
  if (REPEATED_DIGIT.test(text)) return false;
  const body = text.slice(0, -2);
  const first = checkDigit(body, weights);
  return text === `${body}${first}${checkDigit(body + first, weights)}`;
}

/**
 * The first check digit uses the weights of the second without the leading one. Letters have values
 * from 17 on.
 */
function checkDigit(body: string, weights: readonly number[]): string {
  const sum = weights
    .slice(-body.length)
    .reduce((total, weight, i) => total + weight * (body.charCodeAt(i) - 48), 0);
  const remainder = sum % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}

/** No amount of ours is as long as a document or a phone number, even without leading zeros. */
const MAX_NUMBER = 99_999_999;

/** Whether a number is too long to be anything but a tax id that lost its leading zeros. */
export function mayBeTaxId(value: number): boolean {
  return Math.abs(value) > MAX_NUMBER;
}

/** What may be shown of a tax id: enough to recognise one's own, too little to use. */
export function maskTaxId(text: string): string {
  return text.length === 11
    ? `***.${text.slice(3, 6)}.${text.slice(6, 9)}-**`
    : `**.${text.slice(2, 5)}.${text.slice(5, 8)}/****-**`;
}

/** The same for a text that may already be masked, have punctuation, or not be a tax id at all. */
export function maskAnyTaxId(text: string): string {
  const bare = text.replaceAll(/[./ -]/g, '');
  if (!/^(?:[\d*]{11}|[\dA-Z*]{14})$/.test(bare)) return '***';
  // As little as `maskTaxId` leaves.
  const isMasked = bare.replaceAll('*', '').length <= 6;
  return isMasked ? text.slice(0, 20) : maskTaxId(bare);
}
