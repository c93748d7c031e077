import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Cents, cents } from '../../money.ts';
import { bareTaxId, cnpjFits, cpfFits } from '../../pix/tax-id.ts';

/** Reads single fields of an answer; each function returns undefined for invalid values. */

/** Whole cents, which the provider sends as a number or as a string of digits. */
export const Amount = Type.Union([
  Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  Type.String({ pattern: '^[1-9]\\d{0,8}$' }),
]);
const AmountField = Compile(Amount);

/**
 * Reads optional fields. An invalid one does not invalidate what the answer says about money: it is
 * left out, and its name added to `unread`.
 */
export function sideReader(
  body: Readonly<Record<string, unknown>>,
  unread: string[],
): <T>(name: string, read: (value: unknown) => T | undefined) => T | undefined {
  return (name, read) => {
    const value = body[name];
    if (value === undefined || value === null || value === '') return undefined;
    const found = read(value);
    if (found === undefined) unread.push(name);
    return found;
  };
}

export function toCents(value: unknown): Cents | undefined {
  return AmountField.Check(value) ? cents(Number(value)) : undefined;
}

export function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** An array of strings, or a single string. */
export function toWords(value: unknown): readonly string[] | undefined {
  const words = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return words.every((word) => typeof word === 'string') ? words : undefined;
}

/** The maximum length of names and tax ids according to our API. */
const MAX_PERSONAL_LENGTH = 1_000;

export function toName(value: unknown): string | undefined {
  return toShown(value, MAX_PERSONAL_LENGTH);
}

const CHECKED = { checkDigits: true, alphanumericCnpj: false };

/**
 * Loses its punctuation, unless it is masked, and zeros that make a CPF as long as a CNPJ. A number
 * has lost its leading zeros; it is read only if just one reading has valid check digits.
 */
export function toTaxId(value: unknown): string | undefined {
  if (typeof value !== 'number') {
    const shown = toShown(value, MAX_PERSONAL_LENGTH);
    const bare = shown && bareTaxId(shown);
    return bare === undefined ? shown : withoutPadding(bare);
  }
  const [cpf, cnpj] = [String(value).padStart(11, '0'), String(value).padStart(14, '0')];
  if (cpfFits(cpf, CHECKED) === cnpjFits(cnpj, CHECKED)) return undefined;
  return cpfFits(cpf, CHECKED) ? cpf : cnpj;
}

/** Banks that keep both kinds in one field write a CPF with three zeros before it. */
function withoutPadding(taxId: string): string {
  const cpf = taxId.replace(/^000/, '');
  return cpfFits(cpf, CHECKED) && !cnpjFits(taxId, CHECKED) ? cpf : taxId;
}

/** Years far in the future exceed what the database stores and how our API formats times. */
const TIME = /^(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;

export function toDate(value: unknown): Date | undefined {
  const [, whole, fraction = '', zone] = TIME.exec(toText(value) ?? '') ?? [];
  if (whole === undefined || zone === undefined) return undefined;
  const colons = zone.replace(/(\d\d)(\d\d)$/, '$1:$2');
  const date = new Date(`${whole}${fraction.slice(0, 4)}${colons}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A text to show unchanged, except for its length and for invisible or unstorable characters. */
export function toShown(value: unknown, length: number): string | undefined {
  const visible = toText(value)?.replaceAll(/\p{C}/gu, '');
  // The cut may leave half of a character.
  return visible?.slice(0, length).replace(/\p{Cs}$/u, '') || undefined;
}

export function toTxId(value: unknown): string | undefined {
  const text = toText(value) ?? '';
  return /^[0-9a-fA-F]{64}$/.test(text) ? text.toLowerCase() : undefined;
}

/** What browsers and proxies accept. */
const MAX_URL_LENGTH = 2_048;

/** A URL that is safe to link to: no script or file, and no credentials in it. */
export function toWebUrl(value: unknown): string | undefined {
  const url = URL.parse(toText(value) ?? '');
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return url.href.length <= MAX_URL_LENGTH ? url.href : undefined;
}
