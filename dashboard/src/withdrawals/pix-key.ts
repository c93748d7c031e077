import { formatTaxId, plainTaxId, taxIdProblem } from '../documents/tax-id.ts';
import { plainTyped } from '../words/plain-typed.ts';

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;
type PixKeyType = (typeof PIX_KEY_TYPES)[number];

const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const BARE_EVP = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
/** Whole or in its groups, which some write with spaces. */
const SPACED_EVP = /^(?:[\s-]*[0-9a-f]){32}$/i;
/** What the gateway accepts, so that nothing is refused only after the whole form is filled in. */
const EMAIL =
  /^[\w.!#$&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/;
const PHONE = /^\+55\d{10,11}$/;
/** A code to copy and paste, which pays a charge and is no key. */
const CODE = /^000201.*br\.gov\.bcb\.pix/i;

/** What is copied along with a key from a chat or a link. */
const DECORATION = /\p{Extended_Pictographic}|\ufe0f|^(?:mailto|tel):/gu;

/** The existing area codes, followed by a mobile or landline number. */
const AREA = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])';
const MOBILE = new RegExp(`^${AREA}9\\d{8}$`);
const LANDLINE = new RegExp(`^${AREA}[2-5]\\d{7}$`);
/** With the country's code but without a plus. No tax id has as many digits. */
const WITH_COUNTRY = new RegExp(`^55${AREA}(?:9\\d{8}|[2-5]\\d{7})$`);

function plainKey(typed: string): string {
  return plainTyped(typed).replaceAll(DECORATION, '').trim();
}

/** The most likely type of a key, which a person may correct; nothing if two are possible. */
export function guessType(typed: string): PixKeyType | undefined {
  const text = plainKey(typed);
  if (text === '') return undefined;
  if (text.includes('@')) return 'EMAIL';
  if (/^[0-9a-f]{8}-/i.test(text) || SPACED_EVP.test(text)) return 'EVP';
  if (/^[+(]/.test(text) || hasCountry(text)) return 'PHONE';
  const plain = plainTaxId(text);
  if (/^[0-9A-Z]{12}\d{2}$/.test(plain)) return 'CNPJ';
  if (isCpfOrPhone(text)) return undefined;
  if (isMobile(text) || LANDLINE.test(plain)) return 'PHONE';
  return /^\d{11}$/.test(plain) ? 'CPF' : undefined;
}

/** Whether a key could be a CPF or a mobile number, which has as many digits. */
export function isCpfOrPhone(typed: string): boolean {
  const text = plainKey(typed);
  const isWrittenAsPhone = /[\s-]\d{4}$/.test(text);
  return isMobile(text) && !isWrittenAsPhone && taxIdProblem(text) === undefined;
}

/** Not with the points and the bar of a CNPJ that lacks a digit. */
function hasCountry(text: string): boolean {
  return /^[\d\s()-]+$/.test(text) && WITH_COUNTRY.test(text.replace(/\D/g, ''));
}

/** Not if it has a CPF's dash before the last two digits. */
function isMobile(text: string): boolean {
  return MOBILE.test(plainTaxId(text)) && !/[./-]\d{2}$/.test(text);
}

/** In the form in which the Pix directory stores it. */
export function normalKey(type: PixKeyType, typed: string): string {
  const text = plainKey(typed);
  if (isTaxIdType(type)) return plainTaxId(text);
  if (type === 'EVP') return normalEvp(text.toLowerCase());
  if (type !== 'PHONE') return text.toLowerCase();
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+') || hasCountry(text)) return `+${digits}`;
  return digits.length === 10 || digits.length === 11 ? `+55${digits}` : text;
}

function normalEvp(text: string): string {
  if (!SPACED_EVP.test(text)) return text;
  return text.replace(/[\s-]/g, '').replace(BARE_EVP, '$1-$2-$3-$4-$5');
}

export interface TypedKey {
  readonly key: string;
  readonly type: PixKeyType | '';
  readonly isTypeChosen: boolean;
}

/** After a key was typed: the type follows it until somebody chooses one. */
export function settleKey({ key, type, isTypeChosen }: TypedKey): Pick<TypedKey, 'key' | 'type'> {
  const settled = isTypeChosen ? type : (guessType(key) ?? '');
  if (settled === '' || plainKey(key) === '') return { key, type: settled };
  return { key: formatKey(settled, normalKey(settled, key)), type: settled };
}

/** As people write it; also a masked one. */
export function formatKey(type: PixKeyType, key: string): string {
  return isTaxIdType(type) ? formatTaxId(key) : key;
}

function isTaxIdType(type: PixKeyType | ''): type is 'CPF' | 'CNPJ' {
  return type === 'CPF' || type === 'CNPJ';
}

/** The document that the key is, which belongs to its holder; empty for other kinds of keys. */
export function holderOf({ key, type }: Pick<TypedKey, 'key' | 'type'>): string {
  return isTaxIdType(type) && !isWrongKey(type, key) ? formatTaxId(key) : '';
}

/** Whether the typed document differs from a key that is itself a document. */
export function isOfAnother(key: Pick<TypedKey, 'key' | 'type'>, taxId: string): boolean {
  const holder = holderOf(key);
  return holder !== '' && taxIdProblem(taxId) === undefined && formatTaxId(taxId) !== holder;
}

/** What is wrong with a key: the type stands for itself if the key cannot be of it. */
export function keyProblem(
  typed: string,
  type: PixKeyType | '',
): 'missing' | 'code' | 'notKey' | PixKeyType | undefined {
  const text = plainKey(typed);
  if (text === '') return 'missing';
  if (CODE.test(text)) return 'code';
  if (type !== '') return isWrongKey(type, typed) ? type : undefined;
  return PIX_KEY_TYPES.every((each) => isWrongKey(each, typed)) ? 'notKey' : undefined;
}

/** Whether a key cannot be of its type, whose advice is then shown. */
export function isWrongKey(type: PixKeyType, typed: string): boolean {
  const key = normalKey(type, typed);
  if (key.length > 77) return true;
  switch (type) {
    case 'CPF':
      return key.length !== 11 || taxIdProblem(key) !== undefined;
    case 'CNPJ':
      return key.length !== 14 || taxIdProblem(key) !== undefined;
    case 'EMAIL':
      return !EMAIL.test(key);
    case 'PHONE':
      return !PHONE.test(key);
    case 'EVP':
      return !EVP.test(key);
  }
}
