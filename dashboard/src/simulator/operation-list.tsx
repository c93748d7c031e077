import { Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Ago } from '../ui/date-time.tsx';
import { Failure } from '../ui/failure.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import styles from './simulator.module.css';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly amountCents: number;
  readonly createdAt: string;
}

interface OperationListProps {
  of: 'deposit' | 'withdrawal';
  title: string;
  rows: readonly Row[] | undefined;
  error: Error | null;
  failed: string;
  empty: string;
  retry: () => void;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

export function OperationList(props: OperationListProps): ReactNode {
  const { of, title, rows, error, failed, empty, retry, chosen, onChoose } = props;
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {rows === undefined && error === null && <Skeleton height="20rem" />}
      {error !== null && <Failure error={error} what={failed} retry={retry} />}
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
    </section>
  );
}
