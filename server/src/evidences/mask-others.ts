import { isObject } from '../platform/json.ts';
import { maskAnyTaxId, mayBeTaxId } from '../pix/tax-id.ts';

const TAX_ID =
  /\d{3}\.?\d{3}\.?\d{3}-?\d{2}|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}/g;
const WHOLE_TAX_ID = new RegExp(`^(?:${TAX_ID.source})$`);
const MAIL = /^[^\s@]+@[^\s@]+$/;
const PIX_KEY = /pix_?key/i;

/**
 * The provider's message, parsed if it is JSON, with all documents masked except the given ones. In
 * JSON, only a string that is a document as a whole is masked, since ids and codes are not.
 */
export function maskOthers(text: string, known: readonly string[]): unknown {
  const bare = new Set(known.map(bareOf).filter((one) => one !== ''));
  const keep = (found: string): string => (bare.has(bareOf(found)) ? found : maskAnyTaxId(found));
  const keepNumber = (value: number): number | string => {
    const digits = String(Math.abs(value));
    const whole = digits.padStart(digits.length > 11 ? 14 : 11, '0');
    return bare.has(whole) ? value : maskAnyTaxId(whole);
  };
  const walk = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, name));
    if (isObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]));
    }
    if (typeof value === 'number') return mayBeTaxId(value) ? keepNumber(value) : value;
    if (typeof value !== 'string') return value;
    if (WHOLE_TAX_ID.test(value)) return keep(value);
    return MAIL.test(value) || PIX_KEY.test(name) ? '***' : value;
  };
  try {
    return walk(JSON.parse(text));
  } catch {
    return text.replaceAll(TAX_ID, keep);
  }
}

function bareOf(text: string): string {
  return text.replaceAll(/[./-]/g, '');
}
