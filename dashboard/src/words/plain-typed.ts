/** Invisible characters that phones and documents insert. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Invisible characters, except the joiners, which emoji and some scripts need. */
const MARKS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** Tabs from a spreadsheet and the like; not the breaks between lines. */
const GAPS = /[^\P{Cc}\n\r]+|[\u2028\u2029]/gu;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** Typed or pasted text as it looks: full-width digits and long dashes become plain ones. */
export function plainTyped(typed: string): string {
  return visibleText(typed.normalize('NFKC').replaceAll(DASHES, '-'));
}

/** What a person sees of a typed or pasted text, letter by letter as it is. */
export function visibleText(typed: string): string {
  return typed.replaceAll(INVISIBLE, '').trim();
}

/** A text in a person's own words, without what the server refuses and nobody sees. */
export function ownWords(typed: string): string {
  return typed.replaceAll(GAPS, ' ').replaceAll(MARKS, '').trim();
}
