import type { ReactNode } from 'react';
import type { ReconciliationResult } from '../api/operations.ts';
import { Icon } from '../ui/icons.tsx';
import { count } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import style from './reconciliations.module.css';
import { OUTCOMES, stateOf } from './outcome.ts';
import { words } from './words.ts';

const LOOKS = {
  matched: ['ok', 'check'],
  waiting: ['info', 'clock'],
  differs: ['warn', 'alert'],
} as const;

/** What a comparison came to, in one sentence. */
export function ResultSentence({ result }: { result: ReconciliationResult }): ReactNode {
  const say = useWords(words);
  const state = stateOf(result);
  const [tone, icon] = LOOKS[state];
  const parts = OUTCOMES.filter((outcome) => result[outcome] > 0).map((outcome) =>
    say.outcome[outcome]({ count: count(result[outcome]), isOne: result[outcome] === 1 }),
  );
  const found =
    state === 'matched' ? say.allMatch({ isOne: result.compared === 1 }) : parts.join(', ');
  return (
    <span className={style['sentence']} data-tone={tone}>
      <Icon name={icon} size={16} />
      <span>
        {say.checked({ compared: count(result.compared), found })}
        {!result.complete && <span className={style['aside']}> {say.incomplete}</span>}
      </span>
    </span>
  );
}
