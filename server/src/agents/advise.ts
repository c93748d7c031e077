import { ADVICE, type Code } from '../docs/advice.ts';
import { CAUSES_EN } from '../docs/causes-en.ts';
import { CAUSES_PT } from '../docs/causes-pt.ts';
import type { Language } from '../refusals.ts';

/** The documentation's explanation of a refusal, for a model that was given its code. */
export function advise(code: Code, language: Language) {
  const { key, who } = ADVICE[code];
  const { cause, remedy } = (language === 'en' ? CAUSES_EN : CAUSES_PT)[code];
  return { idempotencyKey: key, whoCanMendIt: who, cause, remedy };
}
