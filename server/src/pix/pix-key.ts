import type { Text } from '../errors.ts';
import {
  cnpjFits,
  cpfFits,
  hasCnpjForm,
  hasCpfForm,
  maskTaxId,
  type TaxIdRules,
  WRONG_CHECK_DIGITS,
} from './tax-id.ts';

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

/** The longest kind of key, an e-mail address, has at most 77 characters. */
const MAX_LENGTH = 77;
/**
 * Mobile or landline. Only the directory knows whether the number exists, but one without an area
 * code cannot.
 */
const PHONE = /^\+55(?!00)[0-9]{10,11}$/;
const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The pattern of DICT, the central directory of Pix keys; it excludes the percent sign. */
const EMAIL =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** The key as the directory stores it; undefined if `text` is not a key of this type. */
export function readPixKey(type: PixKeyType, text: string, rules: TaxIdRules): string | undefined {
  // Before any pattern runs, so that a huge text costs nothing.
  if (text.length > MAX_LENGTH) return undefined;
  switch (type) {
    case 'CPF':
      return cpfFits(text, rules) ? text : undefined;
    case 'CNPJ':
      return cnpjFits(text, rules) ? text : undefined;
    case 'PHONE':
      return PHONE.test(text) ? text : undefined;
    case 'EMAIL':
      return EMAIL.test(text) ? text.toLowerCase() : undefined;
    case 'EVP':
      return EVP.test(text) ? text.toLowerCase() : undefined;
  }
}

/** All that is ever written into a key between its characters. */
const PUNCTUATION: Readonly<Partial<Record<PixKeyType, RegExp>>> = {
  CPF: /[\s./-]/g,
  CNPJ: /[\s./-]/g,
  PHONE: /[\s().-]/g,
};
const MASKED = /[*•…]/;
const ANY_KEY: TaxIdRules = { checkDigits: false, alphanumericCnpj: true };

/**
 * Whether somebody else's word for a key of ours is surely another key. What is masked, cut, or
 * written as no key of this type is proves nothing.
 */
export function isOtherKey(type: PixKeyType, key: string, told: string): boolean {
  if (MASKED.test(told)) return false;
  const bare = told.replaceAll(PUNCTUATION[type] ?? /\s/g, '');
  const read = readPixKey(type, type === 'CNPJ' ? bare.toUpperCase() : bare, ANY_KEY);
  return read !== undefined && read !== key;
}

/** Why the rules refuse a key; undefined if it is for not having the form of its type. */
export function explainPixKey(type: PixKeyType, text: string, rules: TaxIdRules): Text | undefined {
  const hasForm = type === 'CPF' ? hasCpfForm(text) : type === 'CNPJ' && hasCnpjForm(text, rules);
  return hasForm ? WRONG_CHECK_DIGITS : undefined;
}

const DOT = '•';

/** What a list may show of a Pix key: enough to recognise one's own. */
export function maskPixKey(type: PixKeyType, key: string): string {
  switch (type) {
    case 'CPF':
    case 'CNPJ':
      return maskTaxId(key);
    case 'EMAIL': {
      const at = key.lastIndexOf('@');
      return `${key.slice(0, Math.min(2, at))}${DOT.repeat(3)}${key.slice(at)}`;
    }
    case 'PHONE':
      return `${key.slice(0, 3)} ${DOT.repeat(5)}${key.slice(-4)}`;
    case 'EVP':
      return `${key.slice(0, 4)}${DOT.repeat(4)}${key.slice(-4)}`;
  }
}

/** What a page about a single withdrawal may show: a tax id stays masked as everywhere else. */
export function maskTaxIdKey(type: PixKeyType, key: string): string {
  return type === 'CPF' || type === 'CNPJ' ? maskTaxId(key) : key;
}
