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

/** @throws Error that says which text is invalid, and why */
export function changeShop(before: Shop, { name, contact, website }: ShopChange): Shop {
  return {
    name: name === undefined ? before.name : readLine('name', name, MAX_NAME_LENGTH),
    contact:
      contact === undefined ? before.contact : readLine('contact', contact, MAX_CONTACT_LENGTH),
    website: website === undefined ? before.website : readWebsite(website),
  };
}

const LINE = new RegExp(PRINTABLE);

function readLine(field: string, given: string, longest: number): string | null {
  const text = given.trim();
  if (text === '') return null;
  if (LINE.test(text) && isVisible(text) && [...text].length <= longest) return text;
  throw new Error(
    `the ${field} must be one line of at most ${String(longest)} printable characters; an empty one clears it`,
  );
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
  throw new Error(
    `the website must be an address such as https://loja.example, without a password in it and of at most ${String(MAX_WEBSITE_LENGTH)} characters; an empty one clears it`,
  );
}
