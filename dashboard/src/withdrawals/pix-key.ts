import { formatTaxId, plainTaxId, taxIdProblem } from '../documents/tax-id.ts';
import { plainTyped } from '../words/plain-typed.ts';

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const BARE_EVP = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
/** As the gateway takes it, so that none is refused only once everything is filled in. */
const EMAIL =
  /^[\w.!#$&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/;
const PHONE = /^\+55\d{10,11}$/;

/** What comes along with a key that is copied out of a chat or from a link. */
const DECORATION = /\p{Extended_Pictographic}|\ufe0f|^(?:mailto|tel):/gu;

/** The area codes there are, and then a number of a mobile phone or of a landline. */
const AREA = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])';
const MOBILE = new RegExp(`^${AREA}9\\d{8}$`);
const LANDLINE = new RegExp(`^${AREA}[2-5]\\d{7}$`);

function plainKey(typed: string): string {
  return plainTyped(typed).replaceAll(DECORATION, '').trim();
}

/** What a key most likely is, which a person may correct; nothing where it may be either of two. */
export function guessType(typed: string): PixKeyType | undefined {
  const text = plainKey(typed);
  if (text === '') return undefined;
  if (text.includes('@')) return 'EMAIL';
  if (/^[0-9a-f]{8}-/i.test(text) || /^[0-9a-f]{32}$/i.test(text)) return 'EVP';
  if (/^[+(]/.test(text)) return 'PHONE';
  const plain = plainTaxId(text);
  if (/^[0-9A-Z]{12}\d{2}$/.test(plain)) return 'CNPJ';
  if (isCpfOrPhone(text)) return undefined;
  if (isMobile(text) || LANDLINE.test(plain)) return 'PHONE';
  return /^\d{11}$/.test(plain) ? 'CPF' : undefined;
}

/** Whether a key is a CPF as well as the number of a mobile phone, which has as many digits. */
export function isCpfOrPhone(typed: string): boolean {
  const text = plainKey(typed);
  const isWrittenAsPhone = /[\s-]\d{4}$/.test(text);
  return isMobile(text) && !isWrittenAsPhone && taxIdProblem(text) === undefined;
}

/** Not what is written with the dash of a CPF before its last two. */
function isMobile(text: string): boolean {
  return MOBILE.test(plainTaxId(text)) && !/[./-]\d{2}$/.test(text);
}

/** As the directory of keys writes it. */
export function normalKey(type: PixKeyType, typed: string): string {
  const text = plainKey(typed);
  if (isTaxIdType(type)) return plainTaxId(text);
  if (type === 'EVP') return text.toLowerCase().replace(BARE_EVP, '$1-$2-$3-$4-$5');
  if (type !== 'PHONE') return text.toLowerCase();
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+')) return `+${digits}`;
  return digits.length === 10 || digits.length === 11 ? `+55${digits}` : text;
}

export interface TypedKey {
  readonly key: string;
  readonly type: PixKeyType | '';
  readonly isTypeChosen: boolean;
}

/** A key once it is typed: its type follows it until somebody chooses one. */
export function settleKey({ key, type, isTypeChosen }: TypedKey): Pick<TypedKey, 'key' | 'type'> {
  const settled = isTypeChosen ? type : (guessType(key) ?? '');
  if (settled === '' || plainKey(key) === '') return { key, type: settled };
  const normal = normalKey(settled, key);
  return { key: isTaxIdType(settled) ? formatTaxId(normal) : normal, type: settled };
}

export function isTaxIdType(type: PixKeyType | ''): type is 'CPF' | 'CNPJ' {
  return type === 'CPF' || type === 'CNPJ';
}

/** The document that a key is, which is its holder's; empty for a key of another kind. */
export function holderOf({ key, type }: Pick<TypedKey, 'key' | 'type'>): string {
  return isTaxIdType(type) && !isWrongKey(type, key) ? formatTaxId(key) : '';
}

/** Whether somebody else's document was typed beside a key that is one itself. */
export function isOfAnother(key: Pick<TypedKey, 'key' | 'type'>, taxId: string): boolean {
  const holder = holderOf(key);
  return holder !== '' && taxIdProblem(taxId) === undefined && formatTaxId(taxId) !== holder;
}

/** Whether a key cannot be one of its type; what kind of advice helps is told by the type. */
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
