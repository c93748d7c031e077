import { NEVER_SEEN } from './unseen.ts';

export const MAX_TEXT_LENGTH = 1_000;

/** Language models read these characters although people do not see them. */
const UNSEEN = new RegExp(`[${NEVER_SEEN}]`, 'gu');
const BREAKS = /[\t\n\v\f\r\u{85}\u{2028}\u{2029}]+/gu;

/** Text from others, made storable: not every control character can be stored. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
}

/** A single line of what a person would see, cut to a sensible length. */
export function cleanText(text: string): string {
  const seen = text
    .slice(0, 4 * MAX_TEXT_LENGTH)
    .toWellFormed()
    .replaceAll(BREAKS, ' ')
    .replaceAll(UNSEEN, '');
  return seen.length <= MAX_TEXT_LENGTH
    ? seen
    : `${seen.slice(0, MAX_TEXT_LENGTH - 1).toWellFormed()}…`;
}
