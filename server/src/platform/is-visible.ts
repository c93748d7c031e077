import { NEVER_SEEN } from './unseen.ts';

/** Letters, digits and signs; some that count as such are drawn blank. */
const SEEN = new RegExp(String.raw`(?![${NEVER_SEEN}])[\p{L}\p{N}\p{P}\p{S}]`, 'u');

/** Whether people would see anything of it. */
export function isVisible(text: string): boolean {
  return SEEN.test(text);
}
