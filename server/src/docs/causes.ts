import type { Text } from '../refusals.ts';
import { ADVICE, type Advice, type Code } from './advice.ts';
import { CAUSES_EN } from './causes-en.ts';
import { CAUSES_PT } from './causes-pt.ts';

/** Why a refusal occurs, and what to do about it. */
export interface Cause extends Advice {
  readonly cause: Text;
  readonly remedy: Text;
}

// All of these tables have the same codes.
export const CAUSES = Object.fromEntries(
  Object.entries(ADVICE).map(([code, advice]) => [code, causeOf(code as Code, advice)]),
) as Readonly<Record<Code, Cause>>;

function causeOf(code: Code, advice: Advice): Cause {
  const [pt, en] = [CAUSES_PT[code], CAUSES_EN[code]];
  return {
    ...advice,
    cause: { pt: pt.cause, en: en.cause },
    remedy: { pt: pt.remedy, en: en.remedy },
  };
}
