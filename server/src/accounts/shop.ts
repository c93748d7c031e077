import { ApiError, type Text } from '../errors.ts';
import { isVisible } from '../platform/is-visible.ts';
import { PRINTABLE } from '../platform/schema.ts';

/** The merchant as payers see it; every field is optional. */
export interface Shop {
  readonly name: string | null;
  /** How to reach the merchant, in their own words. */
  readonly contact: string | null;
  /** An https address. */
  readonly website: string | null;
}

export const NO_SHOP: Shop = { name: null, contact: null, website: null };

/** As entered; an empty text clears a field, absent ones stay as they are. */
export interface ShopChange {
  readonly name?: string | undefined;
  readonly contact?: string | undefined;
  readonly website?: string | undefined;
}

const MAX_NAME_LENGTH = 80;
const MAX_CONTACT_LENGTH = 120;
const MAX_WEBSITE_LENGTH = 2_048;

const UNFIT = {
  name: {
    pt: `O nome deve ter uma linha de até ${String(MAX_NAME_LENGTH)} caracteres visíveis, ou ficar vazio.`,
    en: `The name must be one line of at most ${String(MAX_NAME_LENGTH)} printable characters, or empty.`,
  },
  contact: {
    pt: `O contato deve ter uma linha de até ${String(MAX_CONTACT_LENGTH)} caracteres visíveis, ou ficar vazio.`,
    en: `The contact must be one line of at most ${String(MAX_CONTACT_LENGTH)} printable characters, or empty.`,
  },
  website: {
    pt: `O site deve ser um endereço https de até ${String(MAX_WEBSITE_LENGTH)} caracteres, sem senha, como https://loja.example, ou ficar vazio.`,
    en: `The website must be an https address of at most ${String(MAX_WEBSITE_LENGTH)} characters, without a password, such as https://shop.example, or empty.`,
  },
};

/** @throws ApiError invalid_request that says which text is invalid, and why */
export function changeShop(before: Shop, { name, contact, website }: ShopChange): Shop {
  return {
    name: name === undefined ? before.name : readLine(name, MAX_NAME_LENGTH, UNFIT.name),
    contact:
      contact === undefined ? before.contact : readLine(contact, MAX_CONTACT_LENGTH, UNFIT.contact),
    website: website === undefined ? before.website : readWebsite(website),
  };
}

const LINE = new RegExp(PRINTABLE);

function readLine(given: string, longest: number, refusal: Text): string | null {
  const text = given.trim();
  if (text === '') return null;
  if (LINE.test(text) && isVisible(text) && [...text].length <= longest) return text;
  throw new ApiError('invalid_request', { text: refusal });
}

/** Longer than any host with port and user. Parsing a host takes time quadratic in its length. */
const LONG_HOST = /^[^:]*:[/\\]*[^/\\?#]{300}/;

function readWebsite(given: string): string | null {
  // Like the parser, which removes these characters and would find a host behind them.
  const text = given.replaceAll(/[\t\n\r]/g, '').trim();
  if (text === '') return null;
  const url = !LONG_HOST.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const isFit =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.href.length <= MAX_WEBSITE_LENGTH;
  if (isFit) return url.href;
  throw new ApiError('invalid_request', { text: UNFIT.website });
}
