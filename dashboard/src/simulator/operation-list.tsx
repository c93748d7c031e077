import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Ago } from '../ui/date-time.tsx';
import { Failure } from '../ui/failure.tsx';
import { Money } from '../ui/money.tsx';
import { Part } from '../ui/part.tsx';
import { Status } from '../ui/status.tsx';
import styles from './simulator.module.css';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly amountCents: number;
  readonly createdAt: string;
}

export interface OperationListProps {
  of: 'deposit' | 'withdrawal';
  title: string;
  query: {
    data: { data: readonly Row[] } | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
  failed: string;
  empty: string;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

export function OperationList(props: OperationListProps): ReactNode {
  const { of, title, query, failed, empty, chosen, onChoose } = props;
  const { data, error, refetch } = query;
  const rows = data?.data;
  return (
    <Part title={title}>
      {rows === undefined && error === null && <Skeleton height="20rem" />}
      {error !== null && <Failure error={error} what={failed} retry={() => void refetch()} />}
      {rows?.length === 0 && <Text c="dimmed">{empty}</Text>}
      <ul className={styles['operations']}>
        {rows?.map(({ id, status, amountCents, createdAt }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === chosen}
              className={styles['operation']}
              onClick={() => onChoose(id)}
            >
              <strong>
                <Money cents={amountCents} />
              </strong>
              <Status of={of} status={status} />
              <Text span size="sm" c="dimmed">
                <Ago at={createdAt} />
              </Text>
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}
