import { Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DepositDifference } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Section } from '../ui/section.tsx';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import style from './reconciliations.module.css';
import { words } from './words.ts';

interface DifferingProps {
  /** Undefined while they are loading. */
  differences: readonly DepositDifference[] | undefined;
  /** Shown when there are none. */
  none: string;
}

/** What differs now; each leads to its deposit. */
export function Differing({ differences, none }: DifferingProps): ReactNode {
  const say = useWords(words).differing;
  return (
    <Section title={say.title}>
      <div className={style['found']} aria-busy={differences === undefined}>
        {differences === undefined && <Skeleton height="6rem" />}
        {differences?.length === 0 && <Text>{none}</Text>}
        {differences !== undefined && differences.length > 0 && <Found differences={differences} />}
      </div>
    </Section>
  );
}

function Found({ differences }: { differences: readonly DepositDifference[] }): ReactNode {
  const say = useWords(words).differing;
  const tenant = useTenant();
  return (
    <>
      <ul className={style['differing']}>
        {differences.map(({ depositId: id, kind }) => (
          <li key={`${id} ${kind}`}>
            <Link
              to="/$accountId/$mode/deposits/$id"
              params={{ ...tenant, id }}
              search={{}}
              className={style['difference']}
            >
              {say.kinds[kind]}
              <span className={`${style['aside']} ui-mono`}>{shortened(id, 8, 6)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="md">
        {say.note}
      </Text>
    </>
  );
}
