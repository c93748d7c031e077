import type { ReactNode } from 'react';
import type { WithdrawalRequestRow } from '../api/operations.ts';
import type { Tone } from '../theme.ts';
import type { IconName } from '../ui/icons.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

type State = WithdrawalRequestRow['state'];

const LOOKS: Readonly<Record<State, readonly [Tone, IconName]>> = {
  WAITING: ['warn', 'clock'],
  CONFIRMED: ['info', 'refresh'],
  MADE: ['ok', 'check'],
  DECLINED: ['neutral', 'close'],
  REFUSED: ['danger', 'close'],
  EXPIRED: ['neutral', 'clock'],
};

export function RequestState({ state }: { state: State }): ReactNode {
  const say = useWords(words);
  const [tone, icon] = LOOKS[state];
  return (
    <Tag tone={tone} icon={icon}>
      {say.states[state]}
    </Tag>
  );
}
