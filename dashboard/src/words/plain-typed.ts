/** What phones and documents put between the signs, and nobody sees. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** What was typed or pasted, as it is seen: wide digits and long dashes are the plain ones. */
export function plainTyped(typed: string): string {
  return typed.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(DASHES, '-').trim();
}
