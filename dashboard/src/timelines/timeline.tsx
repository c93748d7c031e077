import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DepositDetail } from '../api/operations.ts';
import { Copyable } from '../ui/copyable.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import style from './timeline.module.css';
import { words } from './words.ts';

interface TimelineProps {
  moments: DepositDetail['timeline'];
  /** Its transaction on Liquid. */
  transactionId?: string | null;
  /** Whether it went to the wallet, or was seen coming from one. */
  direction: 'sent' | 'seen';
}

/** What happened, oldest first. */
export function Timeline({ moments, transactionId, direction }: TimelineProps): ReactNode {
  const say = useWords(words);
  return (
    <section aria-label={say.title}>
      <Title order={3} size="h5" mb="xs">
        {say.title}
      </Title>
      <ol className={style['line']}>
        {moments.map(({ at, what, cause }) => (
          <li key={`${at} ${what}`} data-what={what}>
            <strong>{say.what[what]}</strong>
            <span className={style['aside']}>
              <DateTime at={at} />
              {'\u00a0· '}
              {say.cause[cause]}
            </span>
          </li>
        ))}
        {transactionId && (
          <li>
            <strong>{say[direction]}</strong>
            <span className={style['aside']}>
              <Copyable
                value={transactionId}
                shown={shortened(transactionId, 10, 8)}
                label={say.transaction}
              />
            </span>
          </li>
        )}
      </ol>
    </section>
  );
}
