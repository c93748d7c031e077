import { NEVER_SEEN } from './unseen.ts';

/** Letters, digits and signs, except those that are drawn blank. */
const SEEN = new RegExp(String.raw`(?![${NEVER_SEEN}])[\p{L}\p{N}\p{P}\p{S}]`, 'u');

/** Whether a person would see anything of the text. */
export function isVisible(text: string): boolean {
  return SEEN.test(text);
}
