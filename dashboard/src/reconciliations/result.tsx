import type { ReactNode } from 'react';
import type { ReconciliationResult } from '../api/operations.ts';
import { Icon } from '../ui/icons.tsx';
import { count } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import style from './reconciliations.module.css';
import { OUTCOMES, type Outcomes, stateOf } from './outcome.ts';
import { words } from './words.ts';

const LOOKS = {
  matched: ['ok', 'check'],
  waiting: ['info', 'clock'],
  differs: ['warn', 'alert'],
} as const;

/** How many charges had each outcome, zero ones left out. */
export function useFound(): (outcomes: Outcomes) => string {
  const { outcome: say } = useWords(words);
  return (outcomes) =>
    OUTCOMES.filter((one) => outcomes[one] > 0)
      .map((one) => say[one]({ count: count(outcomes[one]), isOne: outcomes[one] === 1 }))
      .join(', ');
}

/** The outcome of a comparison in one sentence. */
export function ResultSentence({ result }: { result: ReconciliationResult }): ReactNode {
  const say = useWords(words);
  const state = stateOf(result);
  const [tone, icon] = LOOKS[state];
  const foundIn = useFound();
  const found =
    state === 'matched' ? say.allMatch({ isOne: result.compared === 1 }) : foundIn(result);
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
