import type { ReactNode } from 'react';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { timeLeft } from './time-left.ts';
import { useNow } from '../api/use-now.ts';
import { words } from './words.ts';

interface DeadlineProps {
  at: string;
  /** Whether something has to be done by then. */
  isUrgent: boolean;
}

export function Deadline({ at, isUrgent }: DeadlineProps): ReactNode {
  const say = useWords(words).left;
  const left = timeLeft(at, useNow());
  if (left === undefined) {
    return (
      <Tag tone="neutral" icon="clock">
        {say.over}
      </Tag>
    );
  }
  const soon = left.unit === 'days' ? 'warn' : 'danger';
  return (
    <Tag tone={isUrgent ? soon : 'neutral'} icon="clock">
      {say[left.unit]({ count: left.count })}
    </Tag>
  );
}
