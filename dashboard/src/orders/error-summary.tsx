import { Alert } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../ui/icons.tsx';
import { words } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import style from './orders.module.css';

interface Problem {
  readonly fieldId: string;
  readonly text: string;
}

interface ErrorSummaryProps {
  problems: readonly Problem[];
  /** Incremented by each failed attempt to send, which then moves the focus here. */
  attempt: number;
}

/** Everything that is wrong with a form, at its top; each item leads to its field. */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps): ReactNode {
  const { checkFields } = useWords(words);
  const box = useRef<HTMLDivElement>(null);
  const read = useRef(0);
  const isShown = problems.length > 0 && attempt > 0;
  useEffect(() => {
    // Once per attempt: what is found while typing moves nobody.
    if (!isShown || read.current === attempt) return;
    read.current = attempt;
    box.current?.focus();
  }, [attempt, isShown]);
  if (!isShown) return null;
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      // Read once, when it gets the focus; an alert would be read a second time.
      role="group"
      color="red"
      variant="outline"
      icon={<Icon name="alert" />}
      title={checkFields}
      className={style['summary']}
    >
      <ul>
        {problems.map(({ fieldId, text }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId)?.focus();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
