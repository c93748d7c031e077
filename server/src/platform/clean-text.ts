export const LONGEST_TEXT = 1_000;

/** Controls, directions, joiners, tags, variants: what people do not see and models read. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u{2028}\u{2029}\u{115f}\u{1160}\u{3164}\u{ffa0}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu;
const BREAKS = /[\t\n\v\f\r\u{85}\u{2028}\u{2029}]+/gu;

/** One line of what a person would see, no longer than anybody means it to be. */
export function cleanText(text: string): string {
  const seen = text
    .slice(0, 4 * LONGEST_TEXT)
    .toWellFormed()
    .replaceAll(BREAKS, ' ')
    .replaceAll(UNSEEN, '');
  return seen.length <= LONGEST_TEXT ? seen : `${seen.slice(0, LONGEST_TEXT - 1).toWellFormed()}…`;
}
