import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

interface WaitLabelProps {
  /** Until the button works again; 0 if it does. */
  seconds: number;
  children: string;
}

/** The label of a button that counts down, which must not get another name each second. */
export function WaitLabel({ seconds, children }: WaitLabelProps): ReactNode {
  const say = useWords(words);
  return (
    <>
      {children}
      {seconds > 0 && <span aria-hidden="true">&nbsp;{say.inSeconds({ seconds })}</span>}
    </>
  );
}
