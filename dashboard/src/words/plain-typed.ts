/** Invisible characters that phones and documents insert. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** Typed or pasted text as it looks: full-width digits and long dashes become plain ones. */
export function plainTyped(typed: string): string {
  return visibleText(typed.normalize('NFKC').replaceAll(DASHES, '-'));
}

/** What a person sees of a typed or pasted text, letter by letter as it is. */
export function visibleText(typed: string): string {
  return typed.replaceAll(INVISIBLE, '').trim();
}
