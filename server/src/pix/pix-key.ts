import { cnpjFits, cpfFits, type TaxIdRules } from './tax-id.ts';

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

/** The longest key of all, an e-mail address, has 77 characters. */
const MAX_LENGTH = 77;
/**
 * Mobile and landline both. Whether the number exists is for the directory to say, but for one
 * without an area code.
 */
const PHONE = /^\+55(?!00)[0-9]{10,11}$/;
const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The pattern of DICT, the central directory of PIX keys. It bars the percent sign. */
const EMAIL =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** The key as the directory stores it, or nothing when `text` is not a key of this type. */
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
