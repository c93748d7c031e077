import { NEVER_SEEN } from './unseen.ts';

export const LONGEST_TEXT = 1_000;

/** Models read it all the same. */
const UNSEEN = new RegExp(`[${NEVER_SEEN}]`, 'gu');
const BREAKS = /[\t\n\v\f\r\u{85}\u{2028}\u{2029}]+/gu;

/** What somebody else wrote, as it can be kept: control characters cannot all be stored. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
}

/** One line of what a person would see, no longer than anybody means it to be. */
export function cleanText(text: string): string {
  const seen = text
    .slice(0, 4 * LONGEST_TEXT)
    .toWellFormed()
    .replaceAll(BREAKS, ' ')
    .replaceAll(UNSEEN, '');
  return seen.length <= LONGEST_TEXT ? seen : `${seen.slice(0, LONGEST_TEXT - 1).toWellFormed()}…`;
}
