import { duration } from './format.ts';
import type { Frame } from './view.ts';
import { WORDS } from './words.ts';

/** That too many codes are open; whoever rehearses also reads what the limits are. */
export function tooMany({ language, mode }: Frame, retryAfterSeconds: number): string {
  const words = WORDS[language];
  const text = words.tooMany(duration(retryAfterSeconds, language));
  return mode === 'test' ? `${text} ${words.testLimits}` : text;
}
